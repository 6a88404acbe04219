/** The body of a form: one document with all that is nested in it (K7). */
import type { FieldValue } from './field-values.js';
import { type FormObject, isEmptyObject, objectAt, type Path } from './values.js';
import { fieldOf, type FormModel, type Problem, statedIn } from './whole-form.js';

type Json = string | boolean | Json[] | { readonly [name: string]: Json };

/** A place in a form. */
export interface Place {
  readonly path: Path;
  readonly property: string;
}

export interface FormBody {
  readonly text: string;
  /** The places in the form by JSON pointers into the body. */
  readonly places: ReadonlyMap<string, Place>;
  readonly problems: readonly Problem[];
  /** The number of objects of each class, those of the root's class first. */
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * The body of a form. Objects without any value are left out.
 *
 * @param context the prefixes of the document.
 * @param idOf the ids of the objects, for a body that is only checked: the node then says which object a problem is in.
 */
export function bodyOf(
  root: FormObject,
  model: FormModel,
  context: Readonly<Record<string, string>>,
  idOf?: (index: number) => string,
): FormBody {
  let written = 0;
  const places = new Map<string, Place>();
  const problems: Problem[] = [];
  const counts = new Map<string, number>();
  const name = (iri: string): string => {
    const found = Object.entries(context).find(([, namespace]) => iri.startsWith(namespace));
    return found === undefined ? iri : `${found[0]}:${iri.slice(found[1].length)}`;
  };

  const write = (value: FieldValue, pointer: string, path: Path, place: Place): Json => {
    switch (value.kind) {
      case 'literal': {
        const { datatype, language } = value;
        if (language !== undefined) return { '@value': value.value, '@language': language };
        return datatype.endsWith('#string') ? value.value : { '@type': datatype, '@value': value.value };
      }
      case 'iri':
        return { '@id': value.iri };
      case 'node': {
        const parts = Object.entries(value.parts).map(([property, part]): [string, Json] => {
          const key = `${pointer}/${escaped(name(property))}`;
          places.set(key, place);
          return [name(property), write(part, key, path, place)];
        });
        return { '@type': name(value.type), ...Object.fromEntries(parts) };
      }
      case 'object':
        return objectOf(value.object, pointer, path, place);
    }
  };

  const objectOf = (
    object: FormObject,
    pointer: string,
    path: Path,
    within?: Place,
  ): Readonly<Record<string, Json>> => {
    counts.set(object.type, (counts.get(object.type) ?? 0) + 1);
    const found = statedIn(object, path, model);
    problems.push(...found.problems);
    const members = new Map<string, Json[]>();
    // The object's own values come first: the node finds a property at its first place.
    const nestedLast = [...found.stated].sort(
      (one, other) => Number(one.value.kind === 'object') - Number(other.value.kind === 'object'),
    );
    for (const { property, index, value } of nestedLast) {
      if (value.kind === 'object' && isEmptyObject(value.object)) continue;
      const key = name(property);
      const values = members.get(key) ?? [];
      const place = { path, property };
      const at = `${pointer}/${escaped(key)}`;
      places.set(at, place);
      values.push(write(value, `${at}/${values.length}`, [...path, property, index], place));
      members.set(key, values);
    }
    const isPart = within !== undefined && isPartOf(within, root, model);
    const id = isPart ? undefined : idOf?.(written++);
    return {
      ...(id !== undefined && { '@id': id }),
      '@type': name(object.type),
      ...Object.fromEntries(members),
    };
  };

  const body = objectOf(root, '', []);
  return { text: JSON.stringify({ '@context': context, ...body }, undefined, 2), places, problems, counts };
}

/** Whether the values at a place are embedded rather than objects of their own. */
function isPartOf({ path, property }: Place, root: FormObject, model: FormModel): boolean {
  const type = objectAt(root, path)?.type ?? '';
  return fieldOf(model, type, property).kind !== 'link';
}

/** A key in a JSON pointer (RFC 6901). */
const escaped = (key: string): string => key.replace(/~/g, '~0').replace(/\//g, '~1');

/** The place of a JSON pointer in the form: that of the longest pointer that it begins with. */
export function placeAt(places: FormBody['places'], pointer: string): Place | undefined {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = places.get(at);
    if (place !== undefined) return place;
  }
  return undefined;
}
