import SwaggerParser from '@apidevtools/swagger-parser'
import { documents, endWithFaults, jsonAt } from '../reading.mjs'

const faults = []
for (const path of documents) {
  await SwaggerParser.validate(await jsonAt(path)).catch((error) =>
    faults.push(`${path}: ${error.message.slice(0, 200)}`),
  )
}
endWithFaults(faults)
