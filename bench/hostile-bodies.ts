/** Bodies of about a megabyte that are as expensive as possible and rejected. */

const API = 'https://onerecord.iata.org/ns/api#';
const MAX_LENGTH = 1_000_000;

/** The number of entries that fit. */
function entries(entry: (index: number) => string, most = Infinity): string {
  const made: string[] = [];
  for (let index = 0, length = 0; index < most; index += 1) {
    const text = entry(index);
    length += text.length + 1;
    if (length > MAX_LENGTH) break;
    made.push(text);
  }
  return made.join(',');
}

/** Changes about an object, each large in another way. */
export function hostileBodies(object: string): Readonly<Record<string, string>> {
  const change = (members: string, context = '{}'): string =>
    `{"@context":${context},"@id":"${object}","@type":"${API}Change",${members}}`;
  const container = (kind: string): string => `{"c":{"@id":"http://x/c","@container":"${kind}"}}`;
  return {
    'a body of 48,000 keys': change(entries((index) => `"http://x/${index}":1`)),
    'a body of an index': change(`"c":{${entries((index) => `"k${index}":1`)}}`, container('@index')),
    'a body of a map of ids': change(`"c":{${entries((index) => `"http://x/${index}":{}`)}}`, container('@id')),
    'a body of 150,000 values': change(`"http://x/p":[${entries((index) => String(index))}]`),
    'a body of 50,000 nodes': change(`"http://x/p":[${entries((index) => `{"http://x/q":${index}}`)}]`),
    'a body of 60,000 types': `{"@id":"${object}","@type":[${entries((index) => `"http://x/${index}"`)}]}`,
    'a body of 190,000 empty objects': `{"@graph":[${entries(() => '{}', 190_000)}]}`,
    'a megabyte of empty objects': `[${entries(() => '{}')}]`,
  };
}
