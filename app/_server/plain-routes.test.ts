import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { listSurfaces } from '@/development/checks/list-surfaces'
import { findAnswer, otherRoutes, ownRoutes } from './plain-routes'

it('names the methods of every other route as its file has them', () => {
  const named = Object.entries(otherRoutes).map(([path, route]) => [path, Object.keys(route)])
  const isOther = (path: string) => !(path in ownRoutes) && !/^\/(refused|articles)\b/.test(path)
  const files = listSurfaces().filter(({ kind, path }) => kind === 'route' && isOther(path))
  expect(named.toSorted()).toEqual(files.map(({ path, methods }) => [path, methods]).toSorted())
})

it('gives a page of goods its own policy, whatever the reader sends as one', () => {
  const headers = { accept: 'text/html', 'content-security-policy': 'script-src *' }
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/weather', headers })
  expect(findAnswer(request)).not.toBeNull()
  expect(request.headers['content-security-policy']).toMatch(
    /script-src 'nonce-[^;]+ 'strict-dynamic';.*form-action 'none'/,
  )
})
