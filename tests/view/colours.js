(async () => {
  const picture = new Image();
  picture.src = "data:image/png;base64,PICTURE";
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.width, picture.height), drawn = canvas.getContext("2d");
  drawn.drawImage(picture, 0, 0);
  const {data} = drawn.getImageData(0, 0, canvas.width, canvas.height), seen = new Set();
  for (let at = 0; at < data.length; at += 20)
    seen.add([0, 1, 2].map(part => data[at + part].toString(16).padStart(2, "0")).join(""));
  return [...seen];
})()
