/** What a cluster may be called: a word in a header and in the balancer's configuration. */
export const isClusterName = (text: string): boolean => /^[a-z][a-z0-9-]{0,30}$/.test(text);
