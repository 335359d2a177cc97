import { HtmlValidate } from 'html-validate'
import { endWithFaults, textAt } from '../reading.mjs'

/** Its standard rules. */
const validator = new HtmlValidate({ extends: ['html-validate:standard'], root: true })
const faults = []
for (const path of ['/', '/bazaar', '/articles', '/docs', '/docs/concepts', '/facilitator']) {
  const { results } = await validator.validateString(await textAt(path, { accept: 'text/html' }))
  for (const { ruleId, message, severity } of results.flatMap(({ messages }) => messages)) {
    if (severity === 2) faults.push(`${path}: ${ruleId}: ${message}`)
  }
}
endWithFaults(faults)
