/** Rules of the node that shapes cannot express, identified by the message of their error, with their source. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/a Logistics Event is not part of a Logistics Object/, 'D6: events are created at the address of their object'],
  [
    /is not a (property|class) of the (data model|API)/,
    'D38: a name that the model does not have; shapes do not cover it',
  ],
  [/the @type of a Logistics Object must be a class that inherits/, 'D38: the class of a created object'],
  [/the @id of a new Logistics Object must be of the form/, 'D7: the address of a created object'],
  [/can be linked, not described/, 'D6: addresses of other resources'],
  [/is not linked from the Logistics Object/, 'D6: what is in a body belongs to the object'],
  [/the body must be an? \w+ \(@type/, 'the class of a body is that of the address it is sent to'],
  [/hasSubscriber must be an http\(s\) URI with/, 'D27: where notifications go'],
  [/hasTopic must be a supported Logistics Object type/, 'D31: topics by type'],
  [/hasTopic must be (an|the) (IRI|URI)/, 'D26: topics'],
  [/access can be delegated only to Logistics Objects of this node/, 'D23: objects of a delegation'],
  [/hasLogisticsObject of the Change is/, 'D16: a Change names the object it is sent to'],
  [/must be an IRI, not/, 'D5: a text that is to be an IRI'],
  [/p must be the IRI of a property|p must be an absolute/, 'D16, D52: the property of an Operation'],
  [/op must be|s must be|is neither the object/, 'D16: parts of an Operation'],
];

/** The reason why an error may differ from the shapes' result; undefined without an explanation. */
export function explanation(status: number, text: string): string | undefined {
  if (status >= 500) return undefined;
  return rules.find(([pattern]) => pattern.test(text))?.[1];
}
