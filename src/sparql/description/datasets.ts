/** `/datasets/own` and `/datasets/mirrored`: names for FROM (M53), described with all data of this node. */
import { operation, type DeclaredOperation } from '../../openapi/operation.js';
import { headerRefs } from '../../openapi/headers.js';
import type { Services } from '../../services.js';

export const readDatasets = ({ settings, uris }: Pick<Services, 'settings' | 'uris'>): DeclaredOperation[] =>
  (['own', ...(settings.mirror.isOn ? (['mirrored'] as const) : [])] as const).map((extent) =>
    operation({
      method: 'GET',
      path: `/datasets/${extent}`,
      isNodeApi: true,
      id: extent === 'own' ? 'getOwnDataset' : 'getMirroredDataset',
      summary: extent === 'own' ? "Find the description of this node's data" : 'Find the description of copies',
      description:
        'The name of a dataset in queries (`FROM`, `default-graph-uri`). It leads to the description of data.',
      accessLevel: 'authenticated',
      responses: () => ({
        303: { description: 'The description of data.', headers: headerRefs(['Location', 'Cache-Control']) },
      }),
      handle: () =>
        Promise.resolve({ kind: 'redirect', location: uris.datasetDescription, permanent: false, seeOther: true }),
    }),
  );
