/**
 * The SHACL engine, asked anew each time. On its own it asks a shape once about a node and answers from what it has kept
 * after that; it keeps no violation that a shape has by a property of its own, so that the second answer is that all is
 * well. Two alternatives that share a part would let pass what neither allows.
 */
import { type Context, type Shape, Validator } from 'shacl-engine';

/** The engine asks for shapes while it is being made: this cannot be a field of it. */
const fresh = new WeakSet<Shape>();

export class UncachedValidator extends Validator {
  override shape(pointer: unknown): Shape | null {
    const shape = super.shape(pointer);
    if (shape === null || fresh.has(shape)) return shape;
    fresh.add(shape);
    shape.validate = async (context: Context): Promise<Context> => {
      const question = context.id({ shape });
      // Shapes that lead to each other are asked once on the way (SHACL leaves recursion open).
      if (context.processed.has(question)) return context;
      context.processed.add(question);
      await shape.shapeValidator.validate(context);
      context.processed.delete(question);
      return context;
    };
    return shape;
  }
}
