import { validate } from '@scalar/openapi-parser'
import { documents, endWithFaults, jsonAt } from '../reading.mjs'

const faults = []
for (const path of documents) {
  const { valid, errors } = await validate(await jsonAt(path))
  if (!valid) faults.push(`${path}: ${errors?.[0]?.message}`)
}
endWithFaults(faults)
