import { describe, expect, it } from 'vitest'
import { serveFetch } from '@/lib/processes/testing/serve-fetch'
import { toOutboundPort } from './discovery-ports'

describe('calls for MCP clients', () => {
  it('are bounded in number, and go on when one has ended', async () => {
    let release = () => {}
    const opened = new Promise<void>((resolve) => (release = resolve))
    const slow = await serveFetch(async () => {
      await opened
      return new Response('done')
    })
    const { send } = toOutboundPort({ publicOrigin: slow.origin })
    const call = () => send({ url: slow.origin, method: 'GET', headers: {} })
    const underWay = Array.from({ length: 32 }, call)
    expect(await call()).toMatchObject({ kind: 'fault', isSent: false, message: expect.stringContaining('Too many') })
    release()
    expect((await Promise.all(underWay)).map(({ kind }) => kind)).toEqual(Array(32).fill('answer'))
    expect(await call()).toMatchObject({ kind: 'answer', status: 200 })
    await slow.stop()
  })

  it('follow no redirect', async () => {
    const moved = await serveFetch(async () => new Response(null, { status: 302, headers: { location: '/elsewhere' } }))
    const { send } = toOutboundPort({ publicOrigin: moved.origin })
    const answer = await send({ url: moved.origin, method: 'GET', headers: {} })
    expect(answer).toMatchObject({ kind: 'fault', message: 'The address redirects; call where it leads.' })
    await moved.stop()
  })
})
