import Sitemapper from 'sitemapper'
import { at, endWithFaults } from '../reading.mjs'

const { sites } = await new Sitemapper({ url: at('/sitemap.xml'), timeout: 30_000 }).fetch()
const faults = sites.length < 20 ? [`only ${sites.length} addresses`] : []
for (const site of sites) {
  const { status } = await fetch(site, { headers: { accept: '*/*', 'user-agent': 'linkchecker' } })
  if (status !== 200) faults.push(`${site} answers ${status}`)
}
endWithFaults(faults)
