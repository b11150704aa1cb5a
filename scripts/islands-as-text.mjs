/**
 * Lets the option `experimentalDisableStreaming` of @astrojs/react draw islands with the ids that the browser expects. No island
 * waits for anything while it is drawn, so a stream for each only takes time (decision 0560). With that option @astrojs/react 7.0.0
 * does not pass the prefix of an island's ids on, and two islands of a page would have the same ids.
 */
const WITHOUT_PREFIX = 'ReactDOM.renderToString(vnode)';

export function islandsAsText() {
  return {
    name: 'launchbook-islands-as-text',
    applyToEnvironment: ({ name }) => name === 'ssr',
    transform: {
      filter: { id: /\/@astrojs\/react\/dist\/server\.js/ },
      handler(code) {
        if (code.split(WITHOUT_PREFIX).length !== 2)
          throw new Error(
            '@astrojs/react draws islands in another way. See whether scripts/islands-as-text.mjs is still needed.',
          );
        return code.replace(WITHOUT_PREFIX, 'ReactDOM.renderToString(vnode, renderOptions)');
      },
    },
  };
}
