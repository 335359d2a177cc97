import { checkEndpointSchema, discoverOriginSchema, getOpenAPI, getWarningsForOpenAPI } from '@agentcash/discovery'
import { cell } from '../cell.mjs'
import { at, endWithFaults } from '../reading.mjs'

/** Finds what the site sells, checks an address, and audits the document. */
const faults = []
const found = await discoverOriginSchema({ target: cell.site })
if (!found.found) faults.push('nothing is found')
const endpoints = found.found ? found.endpoints : []
if (!endpoints.some(({ path }) => path === '/weather')) faults.push('the weather is not found')
const checked = await checkEndpointSchema({ url: at('/weather') })
if (!checked.found) faults.push(`the check of /weather: ${JSON.stringify(checked).slice(0, 160)}`)
const document = await getOpenAPI(cell.site)
const warnings = document.isOk()
  ? getWarningsForOpenAPI(document.value)
  : [{ severity: 'error', code: 'UNREAD', message: '' }]
for (const { severity, code, message, path = '' } of warnings) {
  if (severity === 'error') faults.push(`${code} ${path} ${message}`)
}
endWithFaults(faults)
