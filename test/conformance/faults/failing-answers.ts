/** The checks that must fail for each fault in answers, by its name; `<area>.*` is every one of an area, a minus takes one out (T31). */

export const failingAnswers: Readonly<Record<string, string>> = {
  'created objects are answered by 200': 'objects.*',
  'a Change is answered by 204': `
    changes.* -changes.submit.location -changes.submit.type -changes.submit.datatype -changes.link.missing`,
  'an event is answered by 200': `
    events.* -events.list.empty -events.list.partner -events.list.stranger -events.many.status
    -events.many.content-type -events.many.results -events.many.totals -events.many.created -events.many.failed
    -events.many.access -events.many.no-object -events.many.no-date -events.many.media-type -events.many.anonymous`,
  'a Subscription is answered by 204': `
    subscriptions.* -subscriptions.location -subscriptions.type -subscriptions.offered
    -subscriptions.offered.no-topic -subscriptions.offered.unknown-class -subscriptions.offered.anonymous`,
  'a delegation is answered by 202': 'delegations.* -delegations.location -delegations.type',
  'a Verification is answered by 200': 'verifications.* -verifications.location -verifications.type',
  'a Notification is answered by 200': `
    notifications.receive.status notifications.receive.anybody notifications.receive.kinds
    notifications.receive.body notifications.receive.no-kind notifications.receive.kind
    notifications.receive.other-class notifications.receive.broken-json notifications.receive.media-type
    notifications.receive.method`,
  'decisions and revocations are answered by 202': `
    requests.history.entries requests.decide.status requests.decide.reject requests.decide.full-iri
    requests.decide.unknown requests.decide.missing requests.decide.requestor requests.revoke.status
    requests.revoke.holder requests.revoke.stranger requests.revoke.missing requests.revoke.unprocessable`,
  'an event for many objects is answered by 201': `
    events.many.status events.many.content-type events.many.results events.many.totals events.many.created
    events.many.failed events.many.access events.many.no-object events.many.no-date events.many.media-type
    events.many.anonymous`,
  'what is wrong is taken': `
    objects.create.broken-json objects.create.other-class objects.create.no-type objects.create.value
    revisions.at.future changes.submit.other-object changes.submit.no-object changes.submit.no-revision
    changes.submit.no-operation changes.submit.other-class changes.submit.operation changes.submit.events-property
    changes.submit.subject changes.submit.datatype requests.decide.unknown requests.revoke.accepted
    requests.revoke.unprocessable events.create.no-date events.create.date events.create.other-class
    events.create.broken-json events.many.no-object events.many.no-date delegations.no-permission
    delegations.permission delegations.no-object delegations.no-delegate delegations.other-class
    delegations.several-delegates subscriptions.no-topic subscriptions.no-topic-type subscriptions.topic-type
    subscriptions.unknown-class subscriptions.missing-object subscriptions.no-event-type subscriptions.event-type
    subscriptions.no-subscriber subscriptions.other-class subscriptions.equal subscriptions.offered.no-topic
    subscriptions.offered.unknown-class verifications.no-error verifications.no-revision verifications.other-object
    verifications.other-class errors.400.body errors.400.headers errors.400.code errors.400.title errors.message
    errors.query`,
  'notifications that are wrong are taken': `
    notifications.receive.no-kind notifications.receive.kind notifications.receive.other-class
    notifications.receive.broken-json`,
  'every media type is taken': `
    objects.create.media-type changes.submit.media-type events.create.media-type events.many.media-type
    delegations.media-type subscriptions.media-type verifications.media-type errors.415.body errors.415.headers
    errors.415.code errors.415.title`,
  'another media type is 400': `
    notifications.receive.media-type errors.415.body errors.415.headers errors.415.code errors.415.title`,
  'what does not exist is 403': `
    tokens.creation objects.create.other-class objects.create.no-type objects.create.value objects.create.stranger
    objects.read.missing negotiation.error-version revisions.at.before changes.submit.missing changes.link.missing
    requests.read.missing requests.decide.missing requests.revoke.missing audit.missing events.create.missing
    events.read.object events.read.missing events.list.missing verifications.missing errors.404.body
    errors.404.headers errors.404.code errors.404.title errors.detail head.at head.missing`,
  'who has no token gets 403': `
    server.anonymous tokens.* -tokens.requested-by events.many.anonymous subscriptions.offered.anonymous
    verifications.anonymous errors.401.body errors.401.headers errors.401.code errors.401.title head.anonymous`,
  'tokens are not looked at': `
    server.anonymous tokens.* -tokens.requested-by events.many.anonymous verifications.anonymous errors.401.body
    errors.401.headers errors.401.code errors.401.title head.anonymous`,
  'the token of a partner is taken for that of another party': `
    tokens.requested-by requests.read.stranger requests.revoke.recorded requests.revoke.stranger`,
  'access is not looked at': `
    objects.create.stranger objects.read.stranger requests.read.stranger requests.decide.requestor
    requests.revoke.stranger audit.stranger events.read.stranger events.list.stranger events.many.access
    delegations.asked delegations.accepted delegations.reading-events delegations.posting-events
    delegations.one-object delegations.one-delegate delegations.third-party delegations.rejected delegations.revoked
    delegations.trust-chain delegations.expiry verifications.stranger verifications.holder-decides errors.403.body
    errors.403.headers errors.403.code errors.403.title head.stranger`,
  'strangers are refused everywhere': 'server.stranger changes.submit.anybody notifications.receive.anybody',
  'access that was given is not honoured': `
    objects.read.partner objects.read.stranger events.create.partner events.read.partner events.read.stranger
    events.list.partner events.list.stranger delegations.accepted delegations.reading-events
    delegations.posting-events delegations.one-object delegations.one-delegate delegations.revoked
    delegations.expiry`,
  'an address that is taken is given again': 'objects.create.conflict',
  'a method that there is not is 404': `
    notifications.receive.method errors.405.body errors.405.headers errors.405.code errors.405.title`,
  'a Subscription may be there twice, and ended requests are revoked': `
    requests.revoke.accepted requests.revoke.unprocessable subscriptions.equal subscriptions.offered
    subscriptions.offered.no-topic subscriptions.offered.unknown-class`,
  'no Type': `
    objects.create.type objects.create.most-specific-type objects.read.type changes.submit.type requests.read.type
    requests.decide.type events.create.type delegations.type subscriptions.type verifications.type head.object
    head.request`,
  'the Type of the model is the first one': `
    objects.create.type objects.create.most-specific-type objects.read.type`,
  'decisions have no Location': 'requests.decide.location',
  'a Location at another server': `
    objects.* -objects.create.status -objects.create.type -objects.create.no-body -objects.create.broken-json
    -objects.create.other-class -objects.create.no-type -objects.create.value -objects.create.media-type
    -objects.create.stranger -objects.create.most-specific-type`,
  'no Revision': `
    objects.create.first-revision objects.read.revision objects.read.latest-revision objects.read.revisions-in-body
    head.object head.at`,
  'no Latest-Revision': `
    objects.create.first-revision objects.read.latest-revision objects.read.revisions-in-body head.object head.at`,
  'revisions are not counted': `
    objects.create.first-revision objects.read.latest-revision objects.read.revisions-in-body revisions.*
    -revisions.at.before -revisions.at.future -revisions.rejected audit.* -audit.status -audit.content-language
    -audit.content-type -audit.missing -audit.stranger`,
  'the first revision is 0': `
    objects.create.first-revision objects.read.latest-revision objects.read.revisions-in-body`,
  'no Content-Language': `
    server.content-language objects.read.content-language negotiation.english negotiation.default-language
    requests.read.content-language audit.content-language events.read.content-language events.list.content-language
    errors.400.headers errors.401.headers errors.403.headers errors.404.headers errors.405.headers
    errors.415.headers head.content head.request head.events`,
  'another language': 'negotiation.english negotiation.default-language',
  'JSON-LD is called JSON': `
    server.content-type objects.read.content-type negotiation.json-ld negotiation.version negotiation.object-version
    negotiation.no-version negotiation.error-version requests.read.content-type audit.content-type
    events.read.content-type events.list.content-type events.many.content-type errors.400.headers errors.401.headers
    errors.403.headers errors.404.headers errors.405.headers errors.415.headers`,
  'Content-Type names no version': `
    negotiation.version negotiation.object-version negotiation.no-version negotiation.error-version`,
  'no Last-Modified': `
    server.last-modified objects.read.last-modified revisions.* -revisions.increment -revisions.rejected
    requests.read.last-modified events.read.last-modified events.list.created events.list.last-modified head.object
    head.at head.request head.events head.events-moved`,
  'Last-Modified never moves': `
    revisions.last-modified revisions.at revisions.at.headers revisions.at.newest revisions.at.links
    revisions.at.embedded revisions.at.body events.list.created events.list.last-modified head.at head.events-moved`,
  'Last-Modified is no date of HTTP': 'objects.read.last-modified',
  'Turtle and N-Triples say something else': 'negotiation.turtle-meaning negotiation.n-triples audit.turtle',
  'Turtle is called something else': 'negotiation.turtle',
  'HEAD is not there': 'head.*',
  'errors are {"detail"}': 'errors.*',
  'errors are {"detail"} in 2.0.0': 'errors.*',
  'errors have a code of their own': `
    errors.400.code errors.401.code errors.403.code errors.404.code errors.405.code errors.415.code`,
  'errors have a title of their own': `
    errors.400.title errors.401.title errors.403.title errors.404.title errors.405.title errors.415.title`,
  'errors have no message, and details of an older class': 'errors.detail errors.message',
  'a value is lost': `
    objects.create.statements objects.create.expanded objects.create.flattened objects.create.other-prefixes
    objects.read.embedded revisions.latest revisions.at revisions.at.newest changes.accept.add changes.accept.order`,
  'a text is changed': 'objects.create.unicode',
  'an embedded object is lost': `
    objects.create.embedded objects.create.embedded-id revisions.at.embedded changes.embedded.added
    changes.embedded.id changes.embedded.changed changes.embedded.removed`,
  'a number is changed': 'objects.create.embedded changes.embedded.added changes.embedded.changed',
  'a boolean is a text': 'changes.accept.datatype',
  'embedded objects get another identifier whenever they are read': `
    objects.create.embedded-id objects.create.conflict revisions.at.embedded changes.embedded.changed
    changes.embedded.removed`,
  'embedded objects have no identifier': `
    objects.create.embedded-id changes.embedded.id changes.embedded.changed changes.embedded.removed`,
  'links are lost': `
    objects.read.links objects.read.embedded objects.read.revisions-in-embedded revisions.at.links
    changes.link.added`,
  'linked objects are embedded unasked': 'objects.read.links',
  'embedded=true is ignored': 'objects.read.embedded objects.read.revisions-in-embedded',
  'bodies have no revision': `
    objects.read.revisions-in-body objects.read.revisions-in-embedded revisions.at.body`,
  'what an older version lacks is lost': `
    objects.create.orchestration requests.history.since requests.history.entries verifications.severity
    verifications.linked`,
  'documents have no @type': `
    server.* -server.stranger -server.anonymous -server.content-type -server.content-language -server.last-modified
    negotiation.no-version negotiation.id-and-type negotiation.unversioned-names negotiation.turtle-meaning
    negotiation.n-triples`,
  'names of the data model have a version': `
    objects.create.readable objects.create.statements objects.create.embedded objects.create.embedded-id
    objects.create.unicode objects.create.expanded objects.create.flattened objects.create.other-prefixes
    objects.read.status objects.read.partner objects.read.links objects.read.embedded negotiation.unversioned-names`,
  'the information is empty': `
    server.data-holder server.endpoint server.api-versions server.content-types server.languages server.ontology
    server.ontology-versions negotiation.no-version`,
  'the information names another address': 'server.endpoint',
  'every request is pending': `
    changes.accept.status changes.link.missing changes.outdated.refused changes.rivals changes.reject.status
    requests.decide.reject requests.decide.full-iri requests.revoke.revoked requests.revoke.holder
    requests.revoke.accepted delegations.accepted delegations.rejected delegations.revoked subscriptions.accepted
    subscriptions.unsubscribe subscriptions.publisher-revokes verifications.acknowledged verifications.rejected
    verifications.revoked`,
  'no request is pending': `
    changes.submit.pending changes.outdated.refused changes.outdated.error requests.history.entries
    requests.decide.unknown requests.decide.requestor requests.revoke.stranger delegations.pending
    subscriptions.pending verifications.pending verifications.holder-decides`,
  'requests do not say what was asked': `
    changes.submit.content changes.submit.description audit.whole-requests audit.turtle delegations.content
    delegations.expiry-shown subscriptions.content verifications.content verifications.severity verifications.linked`,
  'requests do not say who asked or revoked, nor when': `
    tokens.requested-by requests.read.members requests.history.entries requests.revoke.recorded audit.whole-requests
    audit.turtle verifications.pending`,
  'descriptions and Errors are lost': `
    changes.submit.description changes.outdated.error audit.errors delegations.content verifications.content
    verifications.severity`,
  'the audit trail has another @id': `
    audit.* -audit.content-language -audit.content-type -audit.whole-requests -audit.missing -audit.stranger`,
  'the audit trail is empty': `
    changes.reject.status audit.requests audit.whole-requests audit.errors audit.request-status-filter audit.window
    audit.property audit.turtle verifications.audit-trail`,
  'the audit trail is empty, in 2.0.0': `
    audit.requests audit.whole-requests audit.errors audit.status-filter audit.window audit.turtle`,
  'the audit trail has names of 2.0.0 and the wrong revision': `
    audit.latest-revision audit.requests audit.errors audit.request-status-filter audit.window audit.property
    audit.turtle`,
  'lists are empty': `
    events.read.object events.list.items events.list.code events.list.code-iri events.list.occurred
    events.list.created events.list.sort events.list.limit events.list.skip`,
  'lists count wrongly': `
    requests.list events.list.total events.list.empty events.list.filtered-total events.list.paged-total
    events.many.totals`,
  'lists have another @id': `
    events.list.status events.list.items events.list.total events.list.empty events.list.code events.list.code-iri
    events.list.occurred events.list.created events.list.filtered-total events.list.sort events.list.limit
    events.list.skip events.list.paged-total events.list.partner`,
  'events say less, and another object': 'events.read.statements events.read.object events.many.created',
  'results of an event for many are wrong': `
    events.many.results events.many.totals events.many.created events.many.failed events.many.access`,
  'names are read with their usual prefix alone': `
    objects.create.expanded objects.create.flattened objects.create.other-prefixes`,
  'the @id of an object that is posted is ignored': 'objects.create.own-id',
  'creations have a body': 'objects.create.no-body',
  'expiry is not read': 'delegations.expiry-shown delegations.expiry',
  'the expiry of a Subscription is not read': 'notifications.expired',
};
