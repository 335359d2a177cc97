import Parser from 'rss-parser'
import { endWithFaults, feeds, textAt } from '../reading.mjs'

const faults = []
for (const path of feeds) {
  const { items } = await new Parser().parseString(await textAt(path))
  if (items.length === 0) faults.push(`${path} has no items`)
  for (const { isoDate, guid, title } of items)
    if (!isoDate || !guid) faults.push(`${path}: ${title} lacks a date or an id`)
}
endWithFaults(faults)
