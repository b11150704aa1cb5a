/**
 * Texts that become code if they are not escaped. Each leaves a mark when it becomes part of a page
 * (`data-planted`), and calls `planted()` when it runs.
 */
export const PAYLOADS: readonly string[] = [
  '<script data-planted>planted(1)</script>',
  '<img data-planted src=x onerror=planted(2)>',
  '"><img data-planted src=x onerror=planted(3)>',
  "'><img data-planted src=x onerror=planted(4)>",
  '</title><svg data-planted onload=planted(5)>',
  '</textarea><svg data-planted onload=planted(6)>',
  '</script><script data-planted>planted(7)</script>',
  '</style><b data-planted>8</b>',
  '" onfocus=planted(9) autofocus data-planted="',
  "' onmouseover=planted(10) data-planted='",
  '<iframe data-planted srcdoc="<script>parent.planted(11)</script>">',
  '<a data-planted href="javascript:planted(12)">x</a>',
  'javascript:planted(13)',
  '<math data-planted><mtext><script>planted(14)</script>',
  '<details data-planted open ontoggle=planted(15)>',
  '<form data-planted action="javascript:planted(16)"><button>x',
  '<object data-planted data="data:text/html,<script>planted(17)</script>">',
  '<meta data-planted http-equiv="refresh" content="0;url=/planted">',
  '<base data-planted href="https://planted.example/">',
  '<style data-planted>*{background:url(https://planted.example/)}</style>',
  '<noscript><p data-planted title="</noscript><img src=x onerror=planted(21)>">',
  '\\u003cimg data-planted src=x onerror=planted(22)\\u003e',
  '&lt;img data-planted src=x onerror=planted(23)&gt;',
  '#{planted(24)}{{planted(24)}}<%=planted(24)%>',
  ']]></astro-island><astro-island data-planted uid="x" component-url="data:text/javascript,planted(25)">',
];
