import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { operatorActions } from '../operator-actions'
import * as operatorReads from '../operator-reads'
import { sellerActions } from '../seller-actions'
import * as routeReview from '../route-review'
import * as sellerReads from '../seller-reads'
import { openApiDocument } from './open-api-document'
import { pagesAlone, sellerOperations } from './operations'

const operations = Object.entries(sellerOperations)
const onPages = [sellerActions, routeReview, sellerReads, operatorActions, operatorReads]
  .flatMap((table) => Object.keys(table))
  .sort()

it('has an operation for each action and read of the pages, and none for what is not there', () => {
  const covered = operations.flatMap(([, { pages }]) => pages)
  expect([...covered, ...Object.keys(pagesAlone)].sort()).toEqual(onPages)
})

it('compares with the only files where pages act and read in a seller’s name', () => {
  const users = readdirSync('lib/compose', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .filter((file) => /\brunAsSeller\(|\bopenDashboard\(/.test(readFileSync(`lib/compose/${file}`, 'utf8')))
  expect(users.sort()).toEqual([
    'dashboard.ts',
    'operator-actions.ts',
    'operator-reads.ts',
    'route-review.ts',
    'seller-actions.ts',
    'seller-reads.ts',
  ])
})

it('gives each method and path one meaning', () => {
  const shapes = operations.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
  expect(new Set(shapes).size).toBe(shapes.length)
})

describe('the document', () => {
  const document = openApiDocument('https://shop.example')

  it('describes every operation with what it takes and what it may answer', () => {
    const described = Object.values(document.paths).flatMap((methods) => Object.values(methods)) as {
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
    const body = JSON.stringify(document.paths['/routes'])
    for (const kind of ['article', 'file', 'api', 'metered_api', 'sign_in']) expect(body).toContain(`"const":"${kind}"`)
  })
})
