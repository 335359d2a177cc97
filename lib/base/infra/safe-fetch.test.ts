import { execFile } from 'node:child_process'
import { type RequestListener } from 'node:http'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { isPublicAddress, SafeFetchError, type SafeFetchFault, safeFetch } from './safe-fetch'
import { privateAddresses } from './testing/private-addresses'

const serve = async (listener: RequestListener) => (await serveNode(listener)).port

async function faultOf(work: Promise<unknown>): Promise<SafeFetchFault | 'none'> {
  try {
    await work
    return 'none'
  } catch (error) {
    if (error instanceof SafeFetchError) return error.fault
    throw error
  }
}

describe('public addresses', () => {
  it.each(['8.8.8.8', '1.1.1.1', '168.63.129.17', '161.27.0.1', '2606:4700:4700::1111'])('accepts %s', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    ...privateAddresses,
    // Where clouds tell their machines who they are: Azure, AWS, Google, Oracle, Alibaba, IBM; in IPv6 too.
    ...['168.63.129.16', '169.254.169.254', '192.0.0.192', '100.100.100.200', '161.26.0.10', '166.9.1.1'],
    ...['fd00:ec2::254', 'fd20:ce::254', '::ffff:168.63.129.16', '64:ff9b::a83f:8110', '2002:a83f:8110::1'],
    'nonsense',
    '',
  ])('refuses %s', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('safe fetch', () => {
  it.each([
    ['file:///etc/passwd', 'url_refused'],
    ['ftp://example.com/', 'url_refused'],
    ['http://user:secret@example.com/', 'url_refused'],
    ['http://example.com:25/', 'url_refused'],
    ['not a url', 'url_refused'],
    ['http://127.0.0.1:8080/', 'address_refused'],
    ['http://2130706433:8080/', 'address_refused'],
    ['http://0x7f.1:8080/', 'address_refused'],
    ['http://[::1]:8080/', 'address_refused'],
    ['http://[::ffff:127.0.0.1]:8080/', 'address_refused'],
    ['http://169.254.169.254/latest/meta-data/', 'address_refused'],
    ['http://localhost:8080/', 'address_refused'],
  ])('refuses %s as %s', async (address, fault) => {
    expect(await faultOf(safeFetch(address))).toBe(fault)
  })

  it('refuses a public name that leads to a private address, also when only one of its addresses does', async () => {
    const port = await serve((_, response) => response.end())
    const resolve = async () => ['127.0.0.1', '10.0.0.7']
    const asked = safeFetch(`http://shop.example.org:${port}/`, { allowLoopback: true, resolve })
    expect(await faultOf(asked)).toBe('address_refused')
  })

  it('connects to the address that was checked, even if the name has changed', async () => {
    let asked = 0
    const port = await serve((request, response) => response.end(`host ${request.headers.host}`))
    const answer = await safeFetch(`http://shop.example.org:${port}/`, {
      allowLoopback: true,
      resolve: async () => [asked++ === 0 ? '127.0.0.1' : '10.0.0.7'],
    })
    expect(answer.body.toString()).toBe(`host shop.example.org:${port}`)
    expect(asked).toBe(1)
  })

  it('checks where a redirect leads before going there', async () => {
    const port = await serve((_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
    )
    expect(await faultOf(safeFetch(`http://localhost:${port}/`, { allowLoopback: true }))).toBe('address_refused')
  })

  it('follows a few redirects and no more', async () => {
    const port = await serve((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end('arrived')
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    })
    expect((await safeFetch(`http://localhost:${port}/3`, { allowLoopback: true })).body.toString()).toBe('arrived')
    expect(await faultOf(safeFetch(`http://localhost:${port}/4`, { allowLoopback: true }))).toBe('too_many_redirects')
  })

  it('stops reading a body that is too large', async () => {
    const port = await serve((_, response) => {
      const chunk = Buffer.alloc(64_000)
      const write = () => {
        while (!response.destroyed && response.write(chunk));
        response.once('drain', write)
      }
      write()
    })
    expect(await faultOf(safeFetch(`http://localhost:${port}/`, { allowLoopback: true, maxBytes: 100_000 }))).toBe(
      'too_large',
    )
  })

  it('returns the beginning of a too large body on request', async () => {
    const port = await serve((_, response) => response.writeHead(200, { receipt: 'r' }).end(Buffer.alloc(300_000, 'a')))
    const options = { allowLoopback: true, maxBytes: 100_000, onTooLarge: 'cut' as const }
    const answer = await safeFetch(`http://localhost:${port}/`, options)
    expect(answer).toMatchObject({ status: 200, isCut: true, headers: { receipt: 'r' } })
    expect(answer.body).toHaveLength(100_000)
  })

  it('gives up on a host that never answers', async () => {
    const port = await serve(() => {})
    expect(await faultOf(safeFetch(`http://localhost:${port}/`, { allowLoopback: true, timeoutMs: 150 }))).toBe(
      'timeout',
    )
  })

  it('gives up on a name that never resolves', async () => {
    expect(
      await faultOf(safeFetch('http://slow.example.org/', { timeoutMs: 100, resolve: () => new Promise(() => {}) })),
    ).toBe('timeout')
  })
})

it('leaves the fetch of Node.js its own dispatcher', async () => {
  const program = `
    import '${new URL('./safe-fetch.ts', import.meta.url).href}'
    import { Agent } from 'undici'
    console.log(globalThis[Symbol.for('undici.globalDispatcher.1')] instanceof Agent)`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout.trim()).toBe('false')
})
