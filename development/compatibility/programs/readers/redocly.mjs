import { createConfig, lintFromString } from '@redocly/openapi-core'
import { documents, endWithFaults, textAt } from '../reading.mjs'

/** Its recommended rules; those that ask for a licence and for HTTPS servers are for published documents. */
const rules = { 'info-license': 'off', 'info-license-strict': 'off', 'no-server-example.com': 'off' }
const config = await createConfig({ extends: ['recommended'], rules })
const faults = []
for (const path of documents) {
  const problems = await lintFromString({ source: await textAt(path), absoluteRef: `${path.slice(1)}`, config })
  for (const { severity, ruleId, location } of problems) {
    if (severity === 'error') faults.push(`${path}: ${ruleId} at ${location[0]?.pointer}`)
  }
}
endWithFaults(faults)
