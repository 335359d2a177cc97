import { parseRssFeed } from 'feedsmith'
import { endWithFaults, feeds, textAt } from '../reading.mjs'

const faults = []
for (const path of feeds) {
  const { title, items = [] } = parseRssFeed(await textAt(path))
  if (!title || items.length === 0) faults.push(`${path} has no title or no items`)
  for (const { link, title: name, pubDate } of items) {
    if (!link || !name || !pubDate) faults.push(`${path}: ${name ?? link} lacks a link, a title or a date`)
  }
}
endWithFaults(faults)
