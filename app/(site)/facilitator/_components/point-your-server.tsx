import { CodeBlock } from '@/lib/ui/code-block'
import { Link } from '@/lib/ui/link'

const usage = (url: string, needsKey: boolean) => `import { HTTPFacilitatorClient } from '@x402/core/server'

const facilitator = new HTTPFacilitatorClient({
  url: '${url}',${
    needsKey
      ? `
  createAuthHeaders: async () => {
    const headers = { Authorization: \`Bearer \${process.env.FACILITATOR_KEY}\` }
    return { verify: headers, settle: headers, supported: {} }
  },`
      : ''
  }
})`

/** How to use this instance from another server, ready to copy. */
export function PointYourServer({ url, needsKey }: { url: string; needsKey: boolean }) {
  return (
    <section aria-labelledby="point" className="grid max-w-measure gap-4">
      <h2 id="point" className="text-title font-strong">
        Point your server here
      </h2>
      <p>Any server that speaks x402 version 2 works, unchanged: express, hono, Next.js or your own.</p>
      <CodeBlock code={url} name="facilitator URL" />
      <CodeBlock code={usage(url, needsKey)} name="example for a server" />
      {needsKey && <p>This facilitator asks for an API key. Its operator gives you one.</p>}
      <p>
        <Link href={`${url}/openapi.json`}>Read the endpoints as OpenAPI</Link>
      </p>
    </section>
  )
}
