import { cell } from '../cell.mjs'
import { at, endWithFaults, sitemap } from '../reading.mjs'

/** Pages that people share: the home page, the bazaar, an article. */
const shared = [at('/'), at('/bazaar'), ...(await sitemap()).filter((url) => /\/articles\/.+/.test(url)).slice(0, 1)]
const faults = shared.length < 3 ? ['the sitemap names no article'] : []
// Its defaults take no address without a top-level domain.
const urlValidatorSettings = {
  protocols: ['http', 'https'],
  require_tld: false,
  require_protocol: true,
  allow_query_components: true,
}
const read =
  cell.library === 'unfurl.js'
    ? async (url) => (await (await import('unfurl.js')).unfurl(url)).open_graph?.title
    : async (url) => (await (await import('open-graph-scraper')).default({ url, urlValidatorSettings })).result.ogTitle
for (const url of shared) {
  const title = await read(url).catch((error) => {
    faults.push(`${url}: ${error.message ?? error.result?.error}`)
    return 'told'
  })
  if (!title) faults.push(`${url} has no title`)
}
endWithFaults(faults)
