import { articles } from './en/articles'
import { bazaarAdd } from './en/bazaar-add'
import { bazaarChecks } from './en/bazaar-checks'
import { bazaarEntry } from './en/bazaar-entry'
import { bazaarSearches } from './en/bazaar-searches'
import { bazaarTry } from './en/bazaar-try'
import { bazaar } from './en/bazaar'
import { channel } from './en/channel'
import { checkout } from './en/checkout'
import { docs } from './en/docs'
import { embed } from './en/embed'
import { facilitator } from './en/facilitator'
import { failure } from './en/failure'
import { folderImport } from './en/folder-import'
import { forms } from './en/forms'
import { frame } from './en/frame'
import { gatewayForms } from './en/gateway-forms'
import { gateways } from './en/gateways'
import { libraryActions } from './en/library-actions'
import { library } from './en/library'
import { listingChecks } from './en/listing-checks'
import { mail } from './en/mail'
import { optionPrice } from './en/option-price'
import { palette } from './en/palette'
import { passing } from './en/passing'
import { price } from './en/price'
import { routeForms } from './en/route-forms'
import { routeNav } from './en/route-nav'
import { routes } from './en/routes'
import { shop } from './en/shop'
import { site } from './en/site'
import { start } from './en/start'
import { summarize } from './en/summarize'
import { terms } from './en/terms'
import { testPayment } from './en/test-payment'
import { ui } from './en/ui'
import { wallet } from './en/wallet'

/** Every text of the site's pages, in English: their source, and what the types of the others are made from. */
export const english = {
  articles,
  bazaar,
  bazaarAdd,
  bazaarChecks,
  bazaarEntry,
  bazaarSearches,
  bazaarTry,
  channel,
  checkout,
  docs,
  embed,
  facilitator,
  failure,
  folderImport,
  forms,
  frame,
  gatewayForms,
  gateways,
  library,
  libraryActions,
  listingChecks,
  mail,
  optionPrice,
  palette,
  passing,
  price,
  routeForms,
  routeNav,
  routes,
  shop,
  site,
  start,
  summarize,
  terms,
  testPayment,
  ui,
  wallet,
}
