/** The collection's scripts, which Postman and newman run in a sandbox. */

/** Before each request: a token by the client credentials grant, cached until half a minute before it expires. */
export const GET_TOKEN = `
const kept = Number(pm.collectionVariables.get('tokenUntil') || 0);
if (Date.now() > kept) {
  pm.sendRequest({
    url: pm.variables.replaceIn(pm.variables.get('tokenUrl')),
    method: 'POST',
    header: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: {
      mode: 'urlencoded',
      urlencoded: [
        { key: 'grant_type', value: 'client_credentials' },
        { key: 'client_id', value: pm.variables.get('clientId') },
        { key: 'client_secret', value: pm.variables.get('clientSecret') },
      ],
    },
  }, (error, response) => {
    if (error || response.code !== 200) throw new Error('no token: ' + (error || response.text()));
    const { access_token, expires_in } = response.json();
    pm.collectionVariables.set('token', access_token);
    pm.collectionVariables.set('tokenUntil', Date.now() + (expires_in - 30) * 1000);
  });
}`;

/** Before an object is created: an unused id. */
export const NEW_PIECE = `pm.collectionVariables.set('pieceId', 'piece-' + Date.now());`;

/** After a request: stores the last part of its Location for later requests. */
export const keepId = (variable: string): string => `
const location = pm.response.headers.get('Location');
if (pm.response.code === 201 && location) pm.collectionVariables.set('${variable}', location.split('/').pop());`;

/** After a request: checks that the description has its status. */
export const statusTest = (statuses: readonly number[]): string => `
pm.test('the status is described', () => pm.expect(pm.response.code).to.be.oneOf([${statuses.join(', ')}]));`;
