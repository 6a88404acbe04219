/** `GET /internal/forms`, `/internal/forms/<Class>` and `/internal/codes` (K1 to K5). */
import { ServiceError } from '../../errors.js';
import type { RequestContext } from '../../http/request-context.js';
import { chosenLanguage, OWN_LANGUAGE } from '../../languages.js';
import { type WordLanguage, wordLanguages } from '../../model/words/words.js';
import { jsonOperation } from '../../openapi/json-operation.js';
import type { DeclaredOperation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { Forms } from '../forms/forms.js';
import type { ModelTerms } from '../model-terms.js';
import { codes, type CodesAnswer, form, type Form, type FormList, formList } from '../responses/forms.js';
import type { ConsoleServices } from '../services.js';

const MAX_CODES = 50;
const MAX_LENGTH = 500;

/** The language of an answer, and its header fields. */
function languageOf(context: RequestContext): {
  readonly language: WordLanguage;
  readonly headers: Readonly<Record<string, string>>;
} {
  const language = chosenLanguage(wordLanguages, context.header('accept-language'));
  return { language, headers: { 'Content-Language': language === 'en' ? OWN_LANGUAGE : language } };
}

/** @param terms created at the first request. */
export function formOperations(
  { model, settings }: Pick<ConsoleServices, 'model' | 'settings'>,
  terms: () => ModelTerms,
): DeclaredOperation[] {
  let created: Forms | undefined;
  const forms = (): Forms => (created ??= new Forms(model, settings.namespaces, terms()));

  const list = jsonOperation({
    method: 'GET',
    path: '/internal/forms',
    id: 'listForms',
    summary: 'List the classes of Logistics Objects, each with a form',
    description: 'In English or German, by `Accept-Language`. The classes of daily work come first.',
    accessLevel: 'authenticated',
    answers: {
      description: 'The classes.',
      schema: formList,
      example: ({ namespaces: { cargo } }): FormList => ({
        items: [{ type: `${cargo}Piece`, label: 'Piece', language: 'en', words: ['package', 'box'] }],
      }),
    },
    handle: (context) => {
      const { language, headers } = languageOf(context);
      return Promise.resolve({ answer: forms().list(language), headers });
    },
  });

  const one = jsonOperation({
    method: 'GET',
    path: '/internal/forms/:class',
    pathParameters: {
      class: {
        description: 'The local name of a class, or its IRI.',
        schema: { type: 'string', maxLength: MAX_LENGTH },
        example: 'Piece',
      },
    },
    id: 'getForm',
    summary: 'Read the form of a class',
    description:
      'All properties of the class, inherited ones included, with the kinds of their values: derived from the data model of the node. In English or German, by `Accept-Language`; labels without a German word are in English.',
    accessLevel: 'authenticated',
    answers: {
      description: 'The form.',
      schema: form,
      example: ({ namespaces: { cargo, codeLists } }): Form => ({
        type: `${cargo}Piece`,
        label: 'Piece',
        language: 'en',
        groups: [{ name: 'measures', label: 'Weights and dimensions', fields: [`${cargo}grossWeight`] }],
        fields: [
          {
            property: `${cargo}grossWeight`,
            label: 'Gross weight',
            language: 'en',
            help: 'a cargo:Value',
            kind: 'quantity',
            min: 0,
            max: 1,
            units: [{ code: 'KGM', iri: `${codeLists}MeasurementUnitCode#KGM`, label: 'kilogram', language: 'en' }],
            list: null,
            open: null,
            part: null,
            targets: [],
            first: true,
          },
        ],
      }),
    },
    handle: (context) => {
      const { language, headers } = languageOf(context);
      const answer = forms().find(context.param('class'), language);
      if (answer === undefined) throw new ServiceError('not-found', 'the data model has no class of this name');
      return Promise.resolve({ answer, headers });
    },
  });

  const codesOf = jsonOperation({
    method: 'GET',
    path: '/internal/codes',
    id: 'listCodes',
    summary: 'List the codes of a list, with their meanings',
    description: 'In English or German, by `Accept-Language`. A code without a known meaning has its name as label.',
    accessLevel: 'authenticated',
    query: {
      list: query.filledText('list', {
        description: 'The local name of a code list or an enumeration, or its IRI.',
        maxLength: MAX_LENGTH,
        missing: 'is needed: a list of codes',
        example: 'StatusCode',
      }),
      search: query.text('q', { description: 'A part of the code or of its label, in any case.', example: 'deliv' }),
      limit: query.integer('limit', {
        description: 'The most codes in the answer.',
        minimum: 0,
        maximum: MAX_CODES,
        fallback: MAX_CODES,
      }),
      skip: query.integer('skip', { description: 'The number of codes to skip.', fallback: 0 }),
    },
    errors: [404],
    answers: {
      description: 'The codes.',
      schema: codes,
      example: ({ namespaces: { codeLists } }): CodesAnswer => ({
        total: 1,
        open: false,
        items: [{ code: 'DLV', iri: `${codeLists}StatusCode#DLV`, label: 'delivered', language: 'en' }],
      }),
    },
    handle: (context, asks) => {
      const { list: name, search = '', limit, skip } = asks();
      const { language, headers } = languageOf(context);
      const found = forms().codes(name, search.trim(), language);
      if (found === undefined) throw new ServiceError('not-found', 'the data model has no list of codes of this name');
      const { open, items } = found;
      return Promise.resolve({
        answer: { total: items.length, open, items: items.slice(skip, skip + limit) },
        headers,
      });
    },
  });

  return [list, one, codesOf];
}
