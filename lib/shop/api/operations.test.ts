import { describe, expect, it } from 'vitest'
import { openApiDocument } from './create-seller-api'
import { sellerOperations } from './operations'

const operations = Object.entries(sellerOperations)

it('gives each method and path one meaning', () => {
  const shapes = operations.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
  expect(new Set(shapes).size).toBe(shapes.length)
})

describe('the document', () => {
  const document = openApiDocument('https://shop.example')

  it('describes every operation with what it takes and what it may answer', () => {
    const described = Object.values(document.paths ?? {}).flatMap((methods) => Object.values(methods)) as {
      operationId: string
      responses: Record<string, unknown>
      requestBody?: object
    }[]
    expect(described.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(sellerOperations).sort())
    for (const { operationId, responses, requestBody } of described) {
      const operation = sellerOperations[operationId]
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['401', '403', '429']))
      expect(Object.keys(responses).some((status) => status.startsWith('2'))).toBe(true)
      expect(requestBody !== undefined).toBe(operation?.body !== null)
      if (operation?.path.includes('{')) expect(responses).toHaveProperty('404')
    }
  })

  it('points at nothing that is not in it', () => {
    const text = JSON.stringify(document)
    for (const [, place = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = place.split('/').reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], document)
      expect(found, place).toBeDefined()
    }
  })

  it('says what a route may be, kind by kind', () => {
    const body = JSON.stringify(document.paths?.['/routes'])
    for (const kind of ['article', 'file', 'api', 'metered_api', 'sign_in']) expect(body).toContain(`"const":"${kind}"`)
  })
})
