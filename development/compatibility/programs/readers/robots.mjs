import robotsParser from 'robots-parser'
import { at, endWithFaults, jsonAt, sitemap, textAt } from '../reading.mjs'

/** Whatever is sold, and whatever the sitemap names, may be read. */
const robots = robotsParser(at('/robots.txt'), await textAt('/robots.txt'))
const { resources } = await jsonAt('/.well-known/x402')
const closed = [...resources.filter((resource) => resource.startsWith('http')), ...(await sitemap())].filter((url) =>
  robots.isDisallowed(url, 'anybot'),
)
const open = ['/dashboard', '/library', '/api/v1/routes'].filter((path) => robots.isAllowed(at(path), 'anybot'))
endWithFaults([...closed.map((url) => `${url} is closed`), ...open.map((path) => `${path} is open`)])
