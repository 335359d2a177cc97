import { type RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { SafeFetchError, safeFetch, safeStream } from './safe-fetch'

const serve = async (listener: RequestListener) => `${(await serveNode(listener)).origin}/`

const limits = { timeoutMs: 300, idleMs: 300, lastsMs: 5_000, allowLoopback: true }
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof SafeFetchError ? error.fault : Promise.reject(error)),
  )

describe('an answer that is passed on as it comes', () => {
  it('is here part by part, and its connection ends with it', async () => {
    let isClosed = false
    const url = await serve((_request, response) => {
      response.on('close', () => void (isClosed = true))
      response.write('one')
      void sleep(50).then(() => response.end('two'))
    })
    const { status, body } = await safeStream(url, limits)
    const reader = body.getReader()
    const next = async () => Buffer.from((await reader.read()).value ?? []).toString()
    expect([status, await next(), await next()]).toEqual([200, 'one', 'two'])
    expect((await reader.read()).done).toBe(true)
    await expect.poll(() => isClosed).toBe(true)
  })

  it('ends its connection when it is cancelled', async () => {
    let isClosed = false
    const url = await serve((_request, response) => {
      response.on('close', () => void (isClosed = true))
      response.write('one')
    })
    await (await safeStream(url, limits)).body.cancel()
    await expect.poll(() => isClosed).toBe(true)
  })

  it('breaks off when nothing comes for too long, and when it lasts too long', async () => {
    const silent = await serve((_request, response) => void response.write('one'))
    await expect(new Response((await safeStream(silent, limits)).body).text()).rejects.toThrow()
    const endless = await serve((_request, response) => {
      const timer = setInterval(() => response.write('.'), 20)
      response.on('close', () => clearInterval(timer))
    })
    await expect(new Response((await safeStream(endless, { ...limits, lastsMs: 200 })).body).text()).rejects.toThrow()
  })

  it('follows no redirect, and waits no longer for a head than it may', async () => {
    const redirecting = await serve((_request, response) => void response.writeHead(302, { location: '/a' }).end())
    const { status, body } = await safeStream(redirecting, limits)
    await body.cancel()
    expect(status).toBe(302)
    expect(await faultOf(safeStream(await serve(() => {}), limits))).toBe('timeout')
  })

  it.each(['http://127.0.0.1:8080/', 'http://10.0.0.1/', 'http://169.254.169.254/', 'file:///etc/passwd'])(
    'is not asked for at %s',
    async (url) => expect(await faultOf(safeStream(url, { ...limits, allowLoopback: false }))).toMatch(/refused$/),
  )
})

describe('a server in a private network', () => {
  it('is reached where its host and port are let in, and nowhere else', async () => {
    const url = await serve((_request, response) => void response.end('inside'))
    const other = await serve((_request, response) => void response.end('other'))
    const openHosts = new Set([new URL(url).host])
    expect((await safeFetch(url, { openHosts })).body.toString()).toBe('inside')
    const streamed = await safeStream(url, { ...limits, allowLoopback: false, openHosts })
    expect(await new Response(streamed.body).text()).toBe('inside')
    expect(await faultOf(safeFetch(other, { openHosts }))).toBe('address_refused')
    expect(await faultOf(safeFetch(url.replace('127.0.0.1', 'localhost'), { openHosts }))).toBe('address_refused')
    expect(await faultOf(safeFetch(url))).toBe('address_refused')
  })

  it('leads nowhere else by a redirect', async () => {
    const other = await serve((_request, response) => void response.end('other'))
    const url = await serve((_request, response) => void response.writeHead(302, { location: other }).end())
    expect(await faultOf(safeFetch(url, { openHosts: new Set([new URL(url).host]) }))).toBe('address_refused')
  })
})
