import { HTTPFacilitatorClient } from '@x402/core/http'
import { withBazaar } from '@x402/extensions/bazaar'
import { cell } from '../cell.mjs'
import { endWithFaults } from '../reading.mjs'

/** The whole list by pages, and a search. */
const { extensions } = withBazaar(new HTTPFacilitatorClient({ url: cell.facilitator }))
const faults = []
const seen = new Set()
for (let offset = 0, total = 1; offset < total; offset += 20) {
  const { items, pagination } = await extensions.bazaar.listResources({ type: 'http', limit: 20, offset })
  total = pagination.total
  if (items.length === 0) faults.push(`nothing at ${offset} of ${total}`)
  for (const { resource, accepts } of items) {
    seen.add(resource)
    if (!Array.isArray(accepts)) faults.push(`${resource} has no list of options`)
  }
}
if (seen.size < 10) faults.push(`only ${seen.size} entries`)
const { resources } = await extensions.bazaar.search({ query: 'weather of a city' })
if (!resources.some(({ resource }) => resource.includes('/weather'))) faults.push('the search finds no weather')
endWithFaults(faults)
