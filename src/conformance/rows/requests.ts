/** Rows about action requests: reading, deciding and revoking them. */
import { expectHeader, expectStatus, expectThat } from '../expect.js';
import { api, xsd } from '../names.js';
import type { Row } from '../row.js';
import { since } from '../versions.js';
import { asking, must, standard, withPartner } from './table.js';
import {
  describing,
  expectOne,
  expectValue,
  missingRequest,
  newPending,
  pendingChange,
  read,
  theOnly,
  timeIn,
} from './steps.js';

const reading = standard.requests('Get Action Request Details');
const given = { needs: asking };
const strangers = { needs: ['holder', 'partner', 'stranger', 'writes'] } as const;

export const rows: readonly Row[] = [
  must(
    'requests.read.requestor',
    reading,
    'Who asked reads the request.',
    async (world) => {
      const { request } = await pendingChange(world);
      expectStatus(await world.partner.get(request), 200);
    },
    given,
  ),
  must(
    'requests.read.holder',
    reading,
    'The holder reads the request.',
    async (world) => {
      const { request } = await pendingChange(world);
      expectStatus(await world.holder.get(request), 200);
    },
    given,
  ),
  must(
    'requests.read.stranger',
    reading,
    'Who has nothing to do with a request gets 403.',
    async (world) => {
      const { request } = await pendingChange(world);
      expectStatus(await world.partner.get(request), 200, 'for who asked');
      expectStatus(await world.stranger.get(request), 403, 'for a stranger');
    },
    strangers,
  ),
  must(
    'requests.read.missing',
    reading,
    'A request that does not exist is 404.',
    async (world) => {
      expectStatus(await world.holder.get((await pendingChange(world)).request), 200, 'for one that exists');
      expectStatus(await world.holder.get(missingRequest(world)), 404);
    },
    given,
  ),
  must(
    'requests.read.type',
    reading,
    'The answer to GET of a request says the type of the request in Type.',
    async (world) => {
      const { reply } = await read(world, world.partner, (await pendingChange(world)).request);
      expectHeader(reply, 'Type', `${api}ChangeRequest`);
    },
    given,
  ),
  must(
    'requests.read.content-type',
    reading,
    'The answer to GET of a request says its media type in Content-Type.',
    async (world) => {
      const { reply } = await read(world, world.partner, (await pendingChange(world)).request);
      expectHeader(reply, 'Content-Type', /^application\/ld\+json\b/);
    },
    given,
  ),
  must(
    'requests.read.content-language',
    reading,
    'The answer to GET of a request says its language in Content-Language.',
    async (world) => {
      expectHeader((await read(world, world.partner, (await pendingChange(world)).request)).reply, 'Content-Language');
    },
    given,
  ),
  must(
    'requests.read.last-modified',
    reading,
    'The answer to GET of a request says in Last-Modified when the request was last changed.',
    async (world) => {
      timeIn((await read(world, world.partner, (await pendingChange(world)).request)).reply, 'Last-Modified');
    },
    given,
  ),
  must(
    'requests.read.members',
    standard.requests(),
    'A request has one status, and says when it was made and by whom.',
    async (world) => {
      const { request } = await pendingChange(world);
      const answer = await read(world, world.partner, request);
      expectOne(answer, request, `${api}hasRequestStatus`);
      expectOne(answer, request, `${api}isRequestedBy`);
      const time = expectOne(answer, request, `${api}isRequestedAt`);
      const isTime = time.termType === 'Literal' && time.datatype.value === `${xsd}dateTime`;
      expectThat(
        isTime && !Number.isNaN(Date.parse(time.value)),
        'isRequestedAt, an xsd:dateTime',
        time.value,
        answer.reply,
      );
    },
    given,
  ),
  must(
    'requests.history.since',
    reading,
    'A request says since when it has its status.',
    async (world) => {
      const { request } = await pendingChange(world);
      const answer = await read(world, world.partner, request);
      const time = expectOne(answer, request, `${api}hasRequestStatusSince`);
      expectThat(!Number.isNaN(Date.parse(time.value)), 'a time', time.value, answer.reply);
    },
    { needs: asking, versions: since('2.3.0') },
  ),
  must(
    'requests.history.entries',
    reading,
    'A request that was decided has an entry for the status that it had before, with the time.',
    async (world) => {
      const { request } = await newPending(world);
      await world.accept(request);
      const answer = await read(world, world.holder, request);
      const entry = expectOne(answer, request, `${api}hasRequestStatusHistory`);
      expectValue(answer, entry, `${api}hasRequestStatus`, `${api}REQUEST_PENDING`);
      const asked = expectOne(answer, request, `${api}isRequestedAt`);
      const began = expectOne(answer, entry, `${api}hasRequestStatusSince`);
      const distance = Math.abs(Date.parse(began.value) - Date.parse(asked.value));
      expectThat(distance < 1000, `hasRequestStatusSince ${asked.value}`, began.value, answer.reply);
    },
    { needs: withPartner, versions: since('2.3.0') },
  ),
  must(
    'requests.list',
    reading,
    'The list of requests has the requests of who reads it, and their number.',
    async (world) => {
      const piece = await world.piece();
      const request = await world.submit(world.partner, piece, describing(piece, 'listed'));
      const reply = await world.holder.get('/action-requests?limit=1000');
      world.optional(reply);
      expectStatus(reply, 200);
      const graph = await world.graph(reply);
      const list = theOnly({ reply, graph }, `${api}Collection`);
      expectOne({ reply, graph }, list, `${api}hasTotalItems`);
      const first = await world.holder.get(`/action-requests?limit=1`);
      expectStatus(first, 200);
      const total = Number(expectOne({ reply, graph }, list, `${api}hasTotalItems`).value);
      const isListed = graph.has(list, `${api}hasItem`, request) || total > 1000;
      expectThat(isListed, request, 'a list without it', reply);
    },
    { needs: asking, feature: 'lists' },
  ),
];
