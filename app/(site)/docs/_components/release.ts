import project from '@/package.json' with { type: 'json' }

/** The software and its version, of which the documents speak. */
export const release = `Turnpike ${project.version}`
