import { expect, it } from 'vitest'
import { copyPath } from './copy-path'

it.each([
  ['/text', '/text-2'],
  ['/users/[id]', '/users-2/[id]'],
  ['/users/[id]/posts', '/users/[id]/posts-2'],
  ['/users/:id', '/users-2/:id'],
  ['/files/[...rest]', '/files-2/[...rest]'],
  ['/files/*', '/files-2/*'],
  ['/[id]', '/copy/[id]'],
])('puts the copy of %s at %s', (path, copy) => expect(copyPath(path)).toBe(copy))
