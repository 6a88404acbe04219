/**
 * The compression dictionary of a new store: the text that graphs of this node have in common. It is stored in the
 * file, so that a release with another dictionary still reads it. LZ4 reads all of it for each value that is written:
 * at 4 KB that takes ten microseconds on another thread, and a longer one saves little more.
 */
import type { Iri } from '../../rdf/terms.js';

const API = 'https://onerecord.iata.org/ns/api#';
const CARGO = 'https://onerecord.iata.org/ns/cargo#';
const CODES = 'https://onerecord.iata.org/ns/code-lists/';
const PROV = 'http://www.w3.org/ns/prov#';
const TERMS = 'http://purl.org/dc/terms/';
const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** Parts of the lines of N-Triples between the identifiers, in the order of the graphs that have them. */
export function compressionDictionary(base: Iri): string {
  const type = (name: string): string => `> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${name}> .\n`;
  const link = (name: string): string => `> <${name}> <`;
  const part = (name: string): string => `${link(name)}internal:`;
  const text = (name: string, value = ''): string => `> <${name}> "${value}`;
  const typed = (name: string, value: string, datatype: string): string =>
    `${text(name, value)}"^^<${XSD}${datatype}> .\n`;
  return [
    // Provenance and heads.
    `#00000000\n<${base}/logistics-objects/`,
    `${type(`${PROV}Entity`)}${link(`${PROV}specializationOf`)}`,
    `${typed(`${API}hasRevision`, '1', 'integer')}${text(`${PROV}generatedAtTime`)}`,
    `2026-01-01T00:00:00.000Z"^^<${XSD}dateTime> .\n`,
    `${link(`${PROV}wasGeneratedBy`)}${base}/action-requests/${link(`${PROV}wasRevisionOf`)}`,
    `/revisions/1${link(`${PROV}wasAttributedTo`)}${base}/logistics-objects/_data-holder> .\n`,
    `${typed(`${API}hasLatestRevision`, '1', 'integer')}${text(`${TERMS}created`)}${text(`${TERMS}modified`)}`,
    // Events.
    `/logistics-events/${type(`${CARGO}LogisticsEvent`)}${link(`${CARGO}eventCode`)}${CODES}StatusCode#`,
    `${text(`${CARGO}eventDate`)}${text(`${CARGO}eventName`)}${text(`${CARGO}creationDate`)}`,
    `${link(`${CARGO}recordingOrganization`)}${link(`${CARGO}eventFor`)}`,
    // Action requests.
    `#00000000\n<${base}/action-requests/${type(`${API}ChangeRequest`)}`,
    `${link(`${API}isRequestedBy`)}${text(`${API}isRequestedAt`)}${part(`${API}hasRequestStatusHistory`)}`,
    `${type(`${API}RequestStatusEntry`)}<internal:`,
    `${link(`${API}hasRequestStatus`)}${API}REQUEST_PENDING> .\n`,
    `${link(`${API}hasRequestStatus`)}${API}REQUEST_ACCEPTED> .\n`,
    `${text(`${API}hasRequestStatusSince`)}${link(`${API}isChangedBy`)}${base}/logistics-objects/_data-holder> .\n`,
    `${link(`${API}hasLogisticsObject`)}${part(`${API}hasChange`)}${type(`${API}Change`)}<internal:`,
    `${typed(`${API}notifyRequestStatusChange`, 'false', 'boolean')}${part(`${API}hasOperation`)}`,
    `${type(`${API}Operation`)}<internal:${link(`${API}op`)}${API}DELETE> .\n${link(`${API}op`)}${API}ADD> .\n`,
    `${text(`${API}s`)}${base}/logistics-objects/${text(`${API}p`)}${CARGO}"^^<${XSD}anyURI> .\n`,
    `${part(`${API}o`)}${type(`${API}OperationObject`)}<internal:`,
    `${typed(`${API}hasDatatype`, `${XSD}string`, 'anyURI')}${text(`${API}hasValue`)}`,
    // Revisions.
    `${type(`${CARGO}Piece`)}${typed(`${CARGO}coload`, 'false', 'boolean')}`,
    `${typed(`${CARGO}stackable`, 'true', 'boolean')}${text(`${CARGO}turnable`)}`,
    `${text(`${CARGO}goodsDescription`)}${part(`${CARGO}grossWeight`)}${type(`${CARGO}Value`)}<internal:`,
    `${typed(`${CARGO}numericalValue`, '1', 'double')}<internal:`,
    `${link(`${CARGO}unit`)}${CODES}MeasurementUnitCode#KGM> .\n<internal:`,
    `${part(`${CARGO}dimensions`)}${part(`${CARGO}height`)}${part(`${CARGO}length`)}${part(`${CARGO}width`)}`,
  ].join('');
}
