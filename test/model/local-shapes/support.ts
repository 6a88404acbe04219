/** What the tests of the operator's shapes share: a folder of files, and a model with them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Model } from '../../../src/model/model.js';
import { load } from '../support.js';

const prefixes = `
@prefix cargo: <https://onerecord.iata.org/ns/cargo#> .
@prefix code: <https://onerecord.iata.org/ns/code-lists/> .
@prefix ex: <https://operator.example/rules#> .
@prefix lo: <https://1r.example.com/logistics-objects/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix shape: <urn:cargograph:shape:> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

export class ShapesFolder {
  #path = '';
  #written = 0;

  async make(): Promise<void> {
    this.#path = await mkdtemp(join(tmpdir(), 'cargograph-shapes-'));
  }

  remove(): Promise<void> {
    return rm(this.#path, { recursive: true });
  }

  /** A file with the prefixes of the tests. */
  async file(text: string): Promise<string> {
    const path = join(this.#path, `rules-${this.#written++}.ttl`);
    await writeFile(path, prefixes + text);
    return path;
  }

  /** The shipped model with shapes of files. */
  async model(...texts: string[]): Promise<Model> {
    return load({ shapesFiles: await Promise.all(texts.map((text) => this.file(text))) });
  }
}
