/** Searches that a browser keeps. */
export const bazaarSearches = {
  title: 'Saved searches',
  none: 'None is saved in this browser. The address of a search works as a bookmark too, and its feed tells what is new.',
  remove: 'Remove<what> {words}</what>',
  save: 'Save “{words}”',
  refused: 'This browser does not keep anything for this site. Bookmark the page instead.',
} as const
