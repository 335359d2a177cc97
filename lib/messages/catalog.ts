import { folderImport as germanFolderImport } from './de/folder-import'
import { forms as germanForms } from './de/forms'
import { frame as germanFrame } from './de/frame'
import { gatewayForms as germanGatewayForms } from './de/gateway-forms'
import { gateways as germanGateways } from './de/gateways'
import { listingChecks as germanListingChecks } from './de/listing-checks'
import { passing as germanPassing } from './de/passing'
import { routeForms as germanRouteForms } from './de/route-forms'
import { routeNav as germanRouteNav } from './de/route-nav'
import { routes as germanRoutes } from './de/routes'
import { testPayment as germanTestPayment } from './de/test-payment'
import { folderImport } from './en/folder-import'
import { forms } from './en/forms'
import { frame } from './en/frame'
import { gatewayForms } from './en/gateway-forms'
import { gateways } from './en/gateways'
import { listingChecks } from './en/listing-checks'
import { passing } from './en/passing'
import { routeForms } from './en/route-forms'
import { routeNav } from './en/route-nav'
import { routes } from './en/routes'
import { testPayment } from './en/test-payment'
import type { Language } from './languages'

/** Every text of the site's pages, in English: its source, and what the types of the others are made from. */
const english = {
  frame,
  folderImport,
  forms,
  gatewayForms,
  gateways,
  listingChecks,
  passing,
  routeForms,
  routeNav,
  routes,
  testPayment,
}

/** A namespace in another language: the same keys, texts of its own. */
export type Translation<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Translation<Source[Key]>
}

export type Messages = typeof english

const german: Translation<Messages> = {
  frame: germanFrame,
  folderImport: germanFolderImport,
  forms: germanForms,
  gatewayForms: germanGatewayForms,
  gateways: germanGateways,
  listingChecks: germanListingChecks,
  passing: germanPassing,
  routeForms: germanRouteForms,
  routeNav: germanRouteNav,
  routes: germanRoutes,
  testPayment: germanTestPayment,
}

export const catalogs: Record<Language, Translation<Messages>> = { en: english, de: german }
