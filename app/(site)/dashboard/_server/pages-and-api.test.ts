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
