import { Button } from './button'

/**
 * A page that could not be shown. `reference` finds the cause in the server's log.
 * It mentions money to reassure: showing a page never charges.
 */
export function Failure({ reference, onRetry }: { reference?: string; onRetry: () => void }) {
  return (
    <div role="alert" className="grid max-w-measure gap-6">
      <h1 className="font-serif text-display font-strong">This page could not be shown</h1>
      <p>
        Something on this server failed while it built the page. Looking at a page never moves money; a payment that you
        made before is safe, and its receipt is in your library.
      </p>
      {reference && (
        <p className="text-quiet">
          Reference: <span className="figures">{reference}</span>
        </p>
      )}
      <p className="flex flex-wrap gap-4">
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      </p>
    </div>
  )
}
