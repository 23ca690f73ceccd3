import Typography from '@mui/material/Typography';

/** The title and the one line under it that each sign-in page begins with. */
export function FormHeading({ title, hint }: { title: string; hint: string }) {
  return (
    <>
      <Typography
        component="h1"
        sx={{ fontSize: '1.625rem', lineHeight: '2rem', fontWeight: 640, letterSpacing: '-.022em' }}
      >
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 1.5, mb: 7 }}>
        {hint}
      </Typography>
    </>
  );
}
