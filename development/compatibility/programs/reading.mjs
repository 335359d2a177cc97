import { cell, end } from './cell.mjs'

export const documents = [
  '/openapi.json',
  '/api/v1/openapi.json',
  '/facilitator/openapi.json',
  '/facilitator/discovery/openapi.json',
]

export const at = (path) => new URL(path, cell.site).href
export const textAt = async (path, headers = {}) => (await fetch(at(path), { headers })).text()
export const jsonAt = async (path) => JSON.parse(await textAt(path, { accept: 'application/json' }))

/** Says what was found wrong; nothing is a success. */
export function endWithFaults(faults) {
  const text = faults.slice(0, 5).join('; ')
  end({ status: faults.length === 0 ? 200 : 500, text: faults.length > 5 ? `${text}; ${faults.length} in all` : text })
}
