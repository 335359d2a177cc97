import { describe, expect, it } from 'vitest'
import { safeFetch } from '@/lib/base/infra/safe-fetch'
import { say } from '@/lib/base/sentences/say'
import { findUpstreamFault } from './find-upstream-fault'

/** The addresses that each name of these tests resolves to. */
const names: Record<string, string[]> = {
  'api.example.com': ['93.184.216.34'],
  'six.example.com': ['2606:2800:220:1:248:1893:25c8:1946'],
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  'LOCALHOST.localdomain': ['127.0.0.1'],
  'printer.local': ['192.168.1.7'],
  'metadata.google.internal': ['169.254.169.254'],
  'inside.example.com': ['10.1.2.3'],
  'half.example.com': ['93.184.216.34', '10.1.2.3'],
  'half6.example.com': ['93.184.216.34', 'fd00::1'],
  'mapped.example.com': ['::ffff:10.1.2.3'],
  '127.0.0.1.nip.io': ['127.0.0.1'],
  'rebind.example.com': ['0.0.0.0'],
}
const resolve = async (name: string) => names[name] ?? names[name.toLowerCase()] ?? []
const publicly = { resolve, reach: 'public' as const }

const hosts = `
  127.0.0.1 127.1 127.255.255.254 0177.0.0.1 0x7f.0.0.1 0x7f000001 2130706433 017700000001 0.0.0.0 0 0.1.2.3
  10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.254 192.168.0.1 192.168.255.1 169.254.169.254 169.254.0.1
  0xa9fea9fe 2852039166 100.64.0.1 100.127.255.254 192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1
  224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1]
  [::ffff:7f00:1] [::ffff:10.0.0.1] [::127.0.0.1] [fe80::1] [fc00::1] [fd12:3456::1] [ff02::1] [64:ff9b::7f00:1]
  [64:ff9b::10.0.0.1] [2002:7f00:1::] [2002:a00:1::] [2001:db8::1] [2001::1] [100::1] [fec0::1] localhost
  localhost. LOCALHOST.localdomain printer.local metadata.google.internal inside.example.com half.example.com
  half6.example.com mapped.example.com 127.0.0.1.nip.io rebind.example.com unknown.example ①②⑦.⓪.⓪.① 127。0。0。1
`
  .trim()
  .split(/\s+/)

describe('an upstream from untrusted input', () => {
  it('may be on the public internet, with the parameters of its route', async () => {
    expect(await findUpstreamFault(publicly, 'https://api.example.com/v1?key=1')).toBeNull()
    expect(await findUpstreamFault(publicly, 'https://six.example.com:8443/')).toBeNull()
    expect(await findUpstreamFault(publicly, 'https://api.example.com/users/[id]', ['id'])).toBeNull()
  })

  it('has at least sixty ways in that are shut', () => {
    expect(new Set(hosts).size).toBeGreaterThanOrEqual(60)
  })

  it('is refused when it is saved and when it is asked, however its host is written', async () => {
    for (const host of hosts) {
      const url = `http://${host}:8080/`
      expect(await findUpstreamFault(publicly, url), host).not.toBeNull()
      const asked = safeFetch(url, { resolve, timeoutMs: 2_000 })
      await expect(asked, host).rejects.toMatchObject({ name: 'SafeFetchError' })
    }
  })

  it.each([
    'ftp://api.example.com/',
    'file:///etc/passwd',
    'gopher://api.example.com/',
    'javascript:alert(1)',
    'data:text/plain,a',
    '//api.example.com/',
    'api.example.com',
    'https://user:word@api.example.com/',
    'https://user@api.example.com/',
    'http://api.example.com:22/',
    'http://api.example.com:6/',
    'https://[host]/',
    'https://[host].example.com/',
    'https://api.example.com:[port]/',
    'https://api.example.com/[other]',
    'https://api.example.com/#part',
    '',
  ])('is refused as %j', async (url) => {
    expect(await findUpstreamFault(publicly, url, ['host', 'port'])).not.toBeNull()
  })

  it('may be on this machine in the demo only, and nowhere else that is private', async () => {
    const demo = { resolve, reach: 'loopback' as const }
    expect(await findUpstreamFault(demo, 'http://localhost:8080/')).toBeNull()
    expect(await findUpstreamFault(demo, 'http://inside.example.com/')).not.toBeNull()
    expect(await findUpstreamFault(demo, 'http://169.254.169.254/')).not.toBeNull()
  })
})

it('lets in what the operator has named by host and port, and nothing beside it', async () => {
  const context = { ...publicly, openHosts: new Set(['inside.example.com:8080']) }
  expect(await findUpstreamFault(context, 'http://inside.example.com:8080/a')).toBeNull()
  expect(await findUpstreamFault(context, 'http://INSIDE.example.com:8080/a')).toBeNull()
  for (const other of ['http://inside.example.com:8081/', 'http://inside.example.com/', 'http://10.1.2.3:8080/']) {
    expect(await findUpstreamFault(context, other)).toEqual(say('upstreamPrivate'))
  }
})
