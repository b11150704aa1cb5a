import { Head } from './tree.jsx';

export default function Layout({ children }) {
  return (
    <html lang="en" data-token="COWL">
      <head>
        <Head />
      </head>
      <body>{children}</body>
    </html>
  );
}
