/** Messages and severities of the operator's shapes (D76). */
import { expect } from 'chai';
import { cargo, load, messages, root, violations } from '../support.js';
import { ShapesFolder } from './support.js';

describe("the messages of the operator's shapes (SHAPES_FILES)", () => {
  const folder = new ShapesFolder();
  before(() => folder.make());
  after(() => folder.remove());

  it('is their message, with all its languages and the shape', async () => {
    const model = await folder.model(
      'ex:R a sh:NodeShape ; sh:targetClass cargo:Piece ; sh:property ex:P . ex:P sh:path cargo:upid ; sh:minCount 1 ; sh:message "Nummer fehlt"@de, "no number"@en .',
    );
    expect(await violations('lo:p1 a cargo:Piece .', model)).to.deep.equal([
      {
        kind: 'missing',
        message: 'no number',
        texts: [
          { text: 'Nummer fehlt', language: 'de' },
          { text: 'no number', language: 'en' },
        ],
        resource: root.value,
        property: cargo('upid'),
        shape: 'https://operator.example/rules#P',
        strictOnly: true,
      },
    ]);
  });

  it('is said once for a value, whichever constraints it violates', async () => {
    const model = await folder.model(
      'ex:R a sh:NodeShape ; sh:targetClass cargo:Piece ; sh:property [ sh:path cargo:upid ; sh:pattern "^A" ; sh:minLength 3 ; sh:message "no number of ours" ] .',
    );
    expect(await messages('lo:p1 a cargo:Piece ; cargo:upid "x" .', model)).to.deep.equal(['no number of ours']);
  });

  it('refuses nothing where it is a warning or a remark', async () => {
    const logged: unknown[] = [];
    const shapesFiles = [
      await folder.file(
        'ex:R a sh:NodeShape ; sh:targetClass cargo:Piece ; sh:property [ sh:path cargo:upid ; sh:minCount 1 ; sh:severity sh:Warning ; sh:message "better with a number" ] , [ sh:path cargo:slac ; sh:minCount 1 ; sh:severity sh:Info ] .',
      ),
    ];
    const model = await load({
      shapesFiles,
      log: { warn: (fields, message) => logged.push({ ...fields, message }) },
    });
    expect(await violations('lo:p1 a cargo:Piece .', model)).to.deep.equal([]);
    expect(await violations('lo:p1 a cargo:Piece .', model)).to.deep.equal([]);
    const said = [
      {
        kind: 'missing',
        caution: 'warning',
        message: 'better with a number',
        resource: root.value,
        property: cargo('upid'),
      },
      {
        kind: 'missing',
        caution: 'info',
        message: 'cargo:slac of cargo:Piece is required, but none was given',
        resource: root.value,
        property: cargo('slac'),
      },
    ];
    expect(logged).to.deep.equal([...said, ...said]);
  });

  it('is logged and accepted in lenient mode', async () => {
    const logged: string[] = [];
    const shapesFiles = [
      await folder.file(
        'ex:R a sh:NodeShape ; sh:targetClass cargo:Piece ; sh:property [ sh:path cargo:upid ; sh:minCount 1 ] .',
      ),
    ];
    const model = await load({ mode: 'lenient', shapesFiles, log: { warn: (_, message) => logged.push(message) } });
    expect(await violations('lo:p1 a cargo:Piece .', model)).to.deep.equal([]);
    expect(logged).to.deep.equal(['cargo:upid of cargo:Piece is required, but none was given']);
  });
});
