import type { Metadata } from 'next'
import { CodeBlock } from '@/lib/ui/code-block'
import { Link } from '@/lib/ui/link'
import { siteFacts } from '../../../_server/site-facts'
import { AddForm } from './_components/add-form'

export const metadata: Metadata = {
  title: 'Add a service · Bazaar',
  description: 'Check a paid address and list it in the bazaar.',
}

export default async function AddPage() {
  const { origin } = await siteFacts()
  return (
    <div className="grid gap-12">
      <header className="grid max-w-measure gap-4">
        <p>
          <Link href="/bazaar" className="inline-flex min-h-11 items-center">
            The bazaar
          </Link>
        </p>
        <h1 className="font-serif text-display font-strong">Add a service</h1>
        <p className="font-serif text-reading">
          Give the address of anything that is paid by x402. It is asked once, without payment, and what it answers is
          what gets listed. Listing is free, and the wallet that it pays can take it out again.
        </p>
      </header>
      <AddForm />
      <section aria-labelledby="by-program" className="grid max-w-measure gap-4">
        <h2 id="by-program" className="text-title font-strong">
          From a program
        </h2>
        <p>The same checks without this page; with probe in place of validate, it is listed.</p>
        <CodeBlock
          code={`curl -X POST ${origin}/facilitator/discovery/validate -H 'content-type: application/json' -d '{"url": "https://…", "method": "GET"}'`}
          name="command to check a service"
        />
        <p>
          <a
            href="/facilitator/discovery/openapi.json"
            className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
          >
            OpenAPI of all discovery endpoints
          </a>
        </p>
      </section>
    </div>
  )
}
