/**
 * The SHACL engine without its cache of shape results. That cache omits violations of a shape's property shapes, so that
 * the second evaluation of a shape for the same node passes: two alternatives of sh:or that share a part would accept
 * what neither allows.
 */
import { type Context, type Shape, Validator } from '../../bundled/shacl-engine.js';

/** Patched shapes. Not a field, since the constructor of the engine already requests shapes. */
const patched = new WeakSet<Shape>();

export class UncachedValidator extends Validator {
  override shape(pointer: unknown): Shape | null {
    const shape = super.shape(pointer);
    if (shape === null || patched.has(shape)) return shape;
    patched.add(shape);
    shape.validate = async (context: Context): Promise<Context> => {
      const key = context.id({ shape });
      // Recursive shapes are evaluated once per path (SHACL leaves recursion undefined).
      if (context.processed.has(key)) return context;
      context.processed.add(key);
      await shape.shapeValidator.validate(context);
      context.processed.delete(key);
      return context;
    };
    return shape;
  }
}
