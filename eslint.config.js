import tseslint from 'typescript-eslint';

const noEnumeration = {
  selector: 'TSEnumDeclaration',
  message: 'A union of literals: an enumeration takes any number.',
};

/** What a test asserts is seen in it: `expect(…)`, or a helper whose name begins with `expect` or `assert`. */
const ASSERTION =
  ':has(:matches(CallExpression[callee.name=/^(expect|assert)/], CallExpression[callee.property.name=/^(expect|assert)/]))';
const visibleAssertions = [
  `CallExpression[callee.name="it"]:not(${ASSERTION})`,
  `Property[key.name="holds"]:matches([value.type="ArrowFunctionExpression"], [value.type="FunctionExpression"]):not(${ASSERTION})`,
].map((selector) => ({
  selector,
  message: 'A test has an assertion that can be seen in it; a helper that asserts is named expect… or assert….',
}));

/**
 * What .oxlintrc.json, which has the general rules, cannot say: which names and modules are out of bounds, and where.
 */
export default tseslint.config(
  { ignores: ['dist/', 'coverage/', 'data/', 'node_modules/'] },
  {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      'no-useless-assignment': 'error',
      'no-restricted-syntax': ['error', noEnumeration],
    },
  },
  {
    // What was read of the store is kept in `store.cache`, which follows commits and resets and counts against CACHE_MB. The
    // other files keep nothing of it: what is calculated from its arguments alone, what others have told, and the copies of
    // a worker, which a reset ends.
    files: ['src/**/*.ts'],
    ignores: [
      'src/store/cache/store-cache.ts',
      'src/console/api/model.ts',
      'src/http/representation/negotiation.ts',
      'src/http/server/compression.ts',
      'src/identity/token-verifier.ts',
      'src/model/validation/validation-cache.ts',
      'src/notifications/delivery/receiver-versions.ts',
      'src/sparql/conditions.ts',
      'src/sparql/worker/dataset-replica.ts',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        { name: 'lru-cache', message: 'Keep what was read of the store in a cache of the store: store.cache().' },
      ],
    },
  },
  {
    // A kept promise that has been rejected answers everybody after it: `PromiseCache` forgets it.
    files: ['src/**/*.ts'],
    ignores: ['src/async/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        noEnumeration,
        {
          selector:
            ':matches(NewExpression[callee.name=/Map$|Cache$/], TSTypeReference[typeName.name=/Map$|LRUCache$/]) > TSTypeParameterInstantiation > TSTypeReference[typeName.name="Promise"]',
          message: 'Keep promises in a PromiseCache (src/async), which forgets those that reject.',
        },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'AbortSignal',
          property: 'any',
          message: 'It leaves a record at each source for ever (Node.js 20): use withAnySignal (src/async).',
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    // It runs the rows of the tables, each of which has its own.
    ignores: ['test/conformance/statement.ts'],
    rules: { 'no-restricted-syntax': ['error', noEnumeration, ...visibleAssertions] },
  },
  {
    // What partners wrote is text, never markup; and styles come from the console's own files alone.
    files: ['console/**/*.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['innerHTML', 'outerHTML', 'srcdoc', 'insertAdjacentHTML', 'setHTMLUnsafe', 'createContextualFragment'].map(
          (property) => ({ property, message: 'Markup is written by templates only.' }),
        ),
        { object: 'document', property: 'write', message: 'Markup is written by templates only.' },
        { object: 'document', property: 'cookie', message: 'The console keeps nothing in cookies.' },
      ],
      'no-restricted-syntax': [
        'error',
        noEnumeration,
        {
          selector: 'TaggedTemplateExpression TemplateElement[value.raw=/\\s(style|srcdoc|on[a-z]+)\\s*=/]',
          message: 'The policy of the page allows no style attributes, no srcdoc and no inline handlers.',
        },
      ],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['lit/directives/unsafe-*', 'lit/directives/style-map*', 'lit-html/directives/unsafe-*'],
              message: 'The policy of the page refuses them.',
            },
          ],
        },
      ],
    },
  },
  {
    // One copy of lit is in core's file; see scripts/console.cjs.
    files: ['console/**/*.ts'],
    ignores: ['console/core/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [{ name: 'lit', message: 'Import it from core/index.js.' }],
          patterns: [
            { group: ['lit/*'], message: 'Import it from core/index.js.' },
            { regex: '/core/(?!index\\.js$)', message: 'Import it from core/index.js.' },
          ],
        },
      ],
    },
  },
);
