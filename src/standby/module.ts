/** Standbys of this node: their addresses, metrics, and whether they have removed what was erased. */
import type { PublicRoute } from '../http/pages.js';
import type { Services } from '../services.js';
import { standbyRoutes } from './routes.js';
import { StandbySource } from './standby-source.js';
import { Standbys } from './standbys.js';

interface StandbyModule {
  readonly publicRoutes: readonly PublicRoute[];
  /** Whether nothing of what was erased until a commit is in the files of the standbys that follow (P39). */
  havePurged(sequence: number): boolean;
}

const NONE: StandbyModule = { publicRoutes: [], havePurged: () => true };

/** The addresses for standbys; none without `STANDBY_SECRET`. */
export async function createStandbyRoutes({
  settings,
  overrides,
  recent,
  stopping,
  clock,
  metrics,
  log,
}: Pick<
  Services,
  'settings' | 'overrides' | 'recent' | 'stopping' | 'clock' | 'metrics' | 'log'
>): Promise<StandbyModule> {
  const { standbySecret: secret, store } = settings;
  if (secret === undefined || recent === undefined || store.kind !== 'folder') return NONE;
  const source = new StandbySource({ folder: store.path, recent, stopping, copier: overrides.standbyCopier });
  await source.clear();
  const standbys = new Standbys(clock);
  metrics.add(
    { name: 'standbys', help: 'The standbys that follow this node.', read: () => standbys.count },
    {
      name: 'standby_missing_commits',
      help: 'The commits that the last of them lacks.',
      read: () => {
        const { sequence } = standbys;
        return sequence === undefined ? [] : [{ value: (recent.last?.sequence ?? sequence) - sequence }];
      },
    },
  );
  return {
    publicRoutes: standbyRoutes({ secret, source, standbys, log }),
    havePurged: (sequence) => standbys.havePurged(sequence),
  };
}
