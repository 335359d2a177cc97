import { expect, it } from 'vitest'
import { nameOperations } from './name-operations'

it('gives every operation an id and a tag, also where paths differ in signs only', () => {
  const { paths, tags } = nameOperations(
    {
      '/x/fruit/users/{userId}': { get: {}, put: {} },
      '/x/fruit/users-userId': { get: {} },
      '/verify': { post: { operationId: 'verifyPayment' } },
    },
    (path) => path.split('/')[1] ?? '',
  )
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((each) => each?.operationId))
  expect(ids).toEqual(['getXFruitUsersUserId', 'putXFruitUsersUserId', 'getXFruitUsersUserId2', 'verifyPayment'])
  expect(tags).toEqual([{ name: 'x' }, { name: 'verify' }])
  expect(paths['/verify']?.post?.tags).toEqual(['verify'])
})
