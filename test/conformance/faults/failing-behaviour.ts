/** The checks that must fail for each fault in what a server does, by its name; `<area>.*` is every one of an area, a minus takes one out (T31). */

export const failingBehaviour: Readonly<Record<string, string>> = {
  'at is ignored': `
    revisions.at revisions.at.headers revisions.at.links revisions.at.before revisions.at.future errors.query
    head.at`,
  'a Change on an old revision is accepted': 'changes.outdated.refused changes.outdated.error',
  'rivals stay pending': 'changes.outdated.refused changes.rivals',
  'Changes are applied at once': `
    changes.submit.pending changes.submit.unchanged changes.accept.status changes.accept.add changes.accept.delete
    changes.accept.order changes.accept.datatype changes.embedded.added changes.embedded.id changes.embedded.changed
    changes.embedded.removed changes.link.added changes.outdated.refused changes.outdated.error changes.rivals
    changes.reject.status`,
  'accepting does nothing': `
    revisions.increment revisions.latest revisions.last-modified revisions.at.headers revisions.at.newest
    changes.accept.status changes.accept.add changes.accept.delete changes.accept.datatype changes.embedded.added
    changes.embedded.id changes.embedded.changed changes.embedded.removed changes.link.added changes.link.missing
    changes.outdated.refused changes.outdated.error changes.rivals requests.history.entries requests.decide.missing
    requests.decide.requestor requests.revoke.accepted delegations.accepted delegations.reading-events
    delegations.posting-events delegations.one-object delegations.one-delegate delegations.third-party
    delegations.revoked delegations.trust-chain delegations.expiry subscriptions.accepted`,
  'acknowledging and rejecting do nothing': `
    changes.reject.status requests.decide.reject requests.decide.full-iri delegations.rejected
    verifications.acknowledged verifications.rejected verifications.holder-decides verifications.notified`,
  'rejecting accepts': `
    revisions.rejected changes.reject.status requests.decide.reject requests.decide.full-iri delegations.rejected`,
  'revocation does nothing': `
    requests.revoke.revoked requests.revoke.recorded requests.revoke.holder requests.revoke.stranger
    requests.revoke.missing requests.revoke.accepted requests.revoke.unprocessable delegations.revoked
    delegations.trust-chain subscriptions.unsubscribe subscriptions.publisher-revokes notifications.revoked
    verifications.revoked`,
  'a Subscription that was revoked goes on': 'notifications.revoked',
  'the holder cannot revoke': `
    requests.revoke.holder delegations.third-party delegations.revoked delegations.trust-chain
    subscriptions.publisher-revokes`,
  'DELETE operations are left out': `
    revisions.* -revisions.increment -revisions.at.before -revisions.at.future -revisions.rejected
    changes.accept.delete changes.accept.datatype changes.embedded.changed changes.embedded.removed`,
  'ADD operations are left out': `
    changes.* -changes.submit.datatype -changes.accept.delete -changes.embedded.removed -changes.link.missing`,
  'a delegation withdrawn stays for who got it from the delegate': 'delegations.trust-chain',
  'delegations open everything to everybody': `
    delegations.asked delegations.accepted delegations.posting-events delegations.one-object
    delegations.one-delegate delegations.third-party delegations.rejected delegations.revoked
    delegations.trust-chain delegations.expiry`,
  'events are deleted and changed': 'events.immutable',
  'events are there below every object': 'events.read.object',
  'filters, order and pages of lists are ignored': `
    audit.request-status-filter audit.window events.list.code events.list.code-iri events.list.occurred
    events.list.created events.list.filtered-total`,
  'filters and order are ignored, in 2.0.0': `
    audit.status-filter audit.window events.list.code events.list.occurred events.list.created
    events.list.filtered-total`,
  'lists begin anywhere': 'events.list.sort events.list.skip',
  'everything is in 2.0.0': `
    objects.create.orchestration objects.read.revisions-in-body objects.read.revisions-in-embedded
    negotiation.version negotiation.object-version negotiation.error-version revisions.at.body
    requests.history.since requests.history.entries requests.revoke.recorded audit.requests audit.errors
    audit.request-status-filter audit.window audit.property errors.detail`,
  'bodies that name a version are refused': `
    negotiation.* -negotiation.json-ld -negotiation.version -negotiation.no-version`,
  'Changes touch events in 2.0.0': 'changes.submit.events',
  'a Verification changes its object': 'verifications.unchanged',
  'a server that answers 500 to questions of publishers': `
    subscriptions.offered subscriptions.offered.no-topic subscriptions.offered.unknown-class
    subscriptions.offered.anonymous`,
  'requests are at another address': `
    changes.submit.location delegations.location subscriptions.location verifications.location
    verifications.notified`,
  'requests are read by nobody': 'requests.read.requestor requests.read.holder requests.read.type',
  'notifications are lost': `
    notifications.* -notifications.receive.status -notifications.receive.anybody -notifications.receive.kinds
    -notifications.receive.body -notifications.receive.no-kind -notifications.receive.kind
    -notifications.receive.other-class -notifications.receive.broken-json -notifications.receive.media-type
    -notifications.receive.method verifications.notified`,
  'deliveries are lost': 'deliveries.*',
  'notifications have the wrong kind': `
    notifications.status.accepted notifications.status.rejected
    notifications.status.delegation notifications.status.silent notifications.access-granted`,
  'notifications do not say what changed, of which type, and by which request': `
    notifications.updated.property notifications.updated.embedded notifications.updated.type
    notifications.updated.trigger notifications.event.address notifications.status.accepted
    notifications.status.rejected notifications.status.delegation notifications.status.silent verifications.notified`,
  'a changed embedded object is named by its own property': 'notifications.updated.embedded',
  'notifications have no body': 'notifications.updated.body',
  'notifications have a body unasked': 'notifications.updated.no-body notifications.updated.body',
  'everything is told, whether it was asked for or not': `
    notifications.not-included notifications.other-object notifications.pending notifications.revoked
    notifications.expired notifications.status.silent`,
  'a notification is sent once': 'deliveries.unavailable deliveries.same deliveries.dropped deliveries.error',
  'a notification that comes again says something else': 'deliveries.same',
  'notifications carry no token': 'deliveries.token deliveries.agent',
  'notifications carry the token of another party': 'deliveries.agent',
  'notifications are called text': 'deliveries.media-type',
  'redirects are followed with the token': 'deliveries.redirect',
  'one subscriber holds up all': 'deliveries.one-by-one',
  'the first notification comes again, the next one never': 'deliveries.late deliveries.huge deliveries.whole',
};
