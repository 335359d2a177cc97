import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signBuyer } from './produce-from-upstream'

const run = promisify(execFile)
const key = 'the key of the shop'
const buyer = {
  kind: 'payment' as const,
  ...{ paymentId: '019', payer: '0xabc', network: 'eip155:84532', scheme: 'exact' as const, maximumAtomic: 10_000n },
}
const request = { method: 'GET', url: 'https://api.example/users/a%20b?q=1', routeKey: 'GET /x/s/api/users/[id]' }
const sign = (by: string, now = new Date()) =>
  signBuyer({ keyId: 'k1', key: by }, buyer, { ...request, issuer: 'https://shop.example', now })

type Asked = { method: string; path: string; token: string | null; keys: string[] }
const asked = (token: string | null, more: Partial<Asked> = {}): Asked => ({
  ...{ method: 'GET', path: '/users/a%20b?q=1', token, keys: [key] },
  ...more,
})

/** Runs each snippet of the documentation on the same requests. */
const answers: Record<string, (all: Asked[]) => Promise<unknown[]>> = {}
let folder: string
const hasGo = await run('go', ['version']).then(
  () => true,
  () => false,
)
const languages = ['TypeScript', 'Python', ...(hasGo ? ['Go'] : [])]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turnpike-snippets-'))
  const document = await readFile('docs/gateway.md', 'utf8')
  const snippet = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(document)?.[1] ?? ''
  await writeFile(join(folder, 'buyer.ts'), snippet('ts'))
  const calls = 'import sys\nprint(json.dumps([buyer_of(**one) for one in json.loads(sys.argv[1])]))\n'
  await writeFile(join(folder, 'buyer.py'), `${snippet('py')}\n${calls}`)
  const { buyerOf } = (await import(pathToFileURL(join(folder, 'buyer.ts')).href)) as {
    buyerOf: (method: string, path: string, token: string | undefined, keys: string[]) => unknown
  }
  answers.TypeScript = async (all) =>
    all.map(({ method, path, token, keys }) => buyerOf(method, path, token ?? undefined, keys))
  answers.Python = async (all) =>
    JSON.parse((await run('python3', [join(folder, 'buyer.py'), JSON.stringify(all)])).stdout) as unknown[]
  if (hasGo) answers.Go = await buildGo(snippet('go'))
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each(languages)('the snippet for %s', (language) => {
  it('takes what this site has signed for that request, by any of its keys', async () => {
    const token = await sign(key)
    const all = [asked(token), asked(token, { keys: ['another', key] })]
    const claims = {
      ...{ kind: 'payment', sub: '0xabc', payment: '019', network: 'eip155:84532', scheme: 'exact', amount: '10000' },
      ...{ method: 'GET', path: '/users/a%20b?q=1', route: 'GET /x/s/api/users/[id]', iss: 'https://shop.example' },
    }
    const found = await answers[language]?.(all)
    expect(found).toEqual([expect.objectContaining(claims), expect.objectContaining(claims)])
  })

  it('takes nothing else', async () => {
    const token = await sign(key)
    const [head, claims = '', mac] = token.split('.')
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: '0xdef' }),
    )
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const all = [
      asked(null),
      asked(''),
      asked('a.b.c'),
      asked('..'),
      asked(token, { keys: [] }),
      asked(token, { keys: ['another'] }),
      asked(token, { method: 'POST' }),
      asked(token, { path: '/users/c?q=1' }),
      asked(token, { path: '/users/a%20b?q=2' }),
      asked(token, { path: '/users/a%20b' }),
      asked(await sign('another')),
      asked(await sign(key, new Date(Date.now() - 61_000))),
      asked(`${head}.${forged.toString('base64url')}.${mac}`),
      asked(`${none}.${claims}.`),
      asked(`${none}.${claims}.${mac}`),
    ]
    expect(await answers[language]?.(all)).toEqual(all.map(() => null))
  })
})

/** Builds a program from the snippet and the standard library only. It prints its verdict on the given requests. */
async function buildGo(snippet: string): Promise<(all: Asked[]) => Promise<unknown[]>> {
  const [source, program] = [join(folder, 'buyer.go'), join(folder, 'buyer-go')]
  const packages = ['crypto/hmac', 'crypto/sha256', 'encoding/base64', 'encoding/json', 'os', 'strings', 'time']
  const imports = packages.map((name) => `"${name}"`).join('\n')
  await writeFile(source, `package main\nimport (\n${imports}\n)\n${snippet}\n${goMain}`)
  await run('go', ['build', '-o', program, source])
  return async (all) => JSON.parse((await run(program, [JSON.stringify(all)])).stdout) as unknown[]
}

const goMain = `
func main() {
	var all []struct {
		Method, Path, Token string
		Keys                []string
	}
	if err := json.Unmarshal([]byte(os.Args[1]), &all); err != nil {
		panic(err)
	}
	found := []any{}
	for _, one := range all {
		found = append(found, buyerOf(one.Method, one.Path, one.Token, one.Keys...))
	}
	json.NewEncoder(os.Stdout).Encode(found)
}
`
