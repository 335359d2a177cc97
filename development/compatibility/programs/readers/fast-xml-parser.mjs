import { XMLValidator } from 'fast-xml-parser'
import { endWithFaults, feeds, textAt } from '../reading.mjs'

const faults = []
for (const path of [...feeds, '/sitemap.xml']) {
  const valid = XMLValidator.validate(await textAt(path))
  if (valid !== true) faults.push(`${path}: ${valid.err.msg}`)
}
endWithFaults(faults)
