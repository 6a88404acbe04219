/** The sections of the OpenAPI document, in the order in which they are shown. */
import { access } from './access/openapi.js';
import { actionRequests } from './action-requests/openapi.js';
import { changeRequests } from './change-requests/openapi.js';
import { devIdentityProvider } from './identity/openapi.js';
import { logisticsEvents } from './logistics-events/openapi.js';
import { logisticsObjects } from './logistics-objects/openapi.js';
import { notifications } from './notifications/openapi.js';
import { monitoring } from './openapi/monitoring.js';
import type { DescribeSection } from './openapi/section.js';
import { dataModel } from './server-information/data-model-openapi.js';
import { serverInformation } from './server-information/openapi.js';
import { sparql } from './sparql/openapi.js';
import { subscriptions } from './subscriptions/openapi.js';

/** @param devIdp whether the development identity provider runs. */
export function openApiSections(devIdp: boolean): DescribeSection[] {
  return [
    serverInformation,
    logisticsObjects,
    changeRequests,
    logisticsEvents,
    access,
    actionRequests,
    subscriptions,
    notifications,
    sparql,
    dataModel,
    monitoring,
    ...(devIdp ? [devIdentityProvider] : []),
  ];
}
