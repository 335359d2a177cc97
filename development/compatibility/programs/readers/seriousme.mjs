import { Validator } from '@seriousme/openapi-schema-validator'
import { documents, endWithFaults, jsonAt } from '../reading.mjs'

const faults = []
for (const path of documents) {
  const { valid, errors } = await new Validator().validate(await jsonAt(path))
  if (!valid) faults.push(`${path}: ${JSON.stringify(errors).slice(0, 200)}`)
}
endWithFaults(faults)
