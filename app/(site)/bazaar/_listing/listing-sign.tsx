/** A seller's icon from our own copy; else a drawn sign: a sheet for an HTTP resource, a plug for an MCP tool. */
export function ListingSign({ type, icon }: { type: 'http' | 'mcp'; icon: string | null }) {
  if (icon !== null) {
    return (
      // oxlint-disable-next-line nextjs/no-img-element -- Stored at the size of an icon; there is nothing to resize.
      <img
        src={icon}
        alt=""
        width={40}
        height={40}
        loading="lazy"
        decoding="async"
        className="size-10 shrink-0 rounded-[3px] bg-sheet object-contain"
      />
    )
  }
  return (
    <svg viewBox="0 0 40 40" aria-hidden className="size-10 shrink-0 fill-none stroke-edge" strokeWidth="1.5">
      <rect x="0.75" y="0.75" width="38.5" height="38.5" rx="3" className="fill-shade stroke-rule" />
      {type === 'mcp' ? (
        <path d="M15 10v6m10-6v6M12 16h16v5a8 8 0 0 1-16 0zM20 29v4" />
      ) : (
        <path d="M12 9h11l5 5v17H12zM23 9v5h5M16 20h8m-8 5h8" />
      )}
    </svg>
  )
}
