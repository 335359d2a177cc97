import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { pagesAlone, sellerOperations } from '@/lib/seller-api/operations'
import { operatorActions } from '../../(operator)/dashboard/operator/_server/operator-actions'
import * as operatorReads from '../../(operator)/dashboard/operator/_server/operator-reads'
import * as ownRoute from './find-own-route'
import * as routeReview from './route-review'
import { sellerActions } from './seller-actions'
import * as sellerReads from './seller-reads'

const operations = Object.entries(sellerOperations)
const onPages = [sellerActions, ownRoute, routeReview, sellerReads, operatorActions, operatorReads]
  .flatMap((table) => Object.keys(table))
  .sort()

it('has an operation for each action and read of the pages, and no other', () => {
  const covered = operations.flatMap(([, { pages }]) => pages)
  expect([...covered, ...Object.keys(pagesAlone)].sort()).toEqual(onPages)
})

it('compares with the only modules where pages act and read in a seller’s name', () => {
  const users = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.includes('/_server/') && !file.includes('.test.'))
    .filter((file) => /\brunAsSeller\(|\b(?:open|read)Dashboard[(<]/.test(readFileSync(`app/${file}`, 'utf8')))
    .map((file) => basename(file))
  expect(users.sort()).toEqual([
    'dashboard.ts',
    'find-own-route.ts',
    'operator-actions.ts',
    'operator-reads.ts',
    'route-review.ts',
    'seller-actions.ts',
    'seller-reads.ts',
  ])
})
